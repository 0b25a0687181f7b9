// Light, dark or as the system says. The tokens are in styles/tokens.css; this sets one attribute.

/** @import { Theme } from './types' */

/** @type {Theme[]} */
export const kThemes = ['auto', 'light', 'dark'];

/** @param {unknown} value @returns {Theme} */
export function themeOf(value) {
  return kThemes.find((theme) => theme === value) ?? 'auto';
}

/** @param {Theme} theme */
export function applyTheme(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
