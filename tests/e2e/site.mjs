// Serves the built page from a path below the root, as a static host would, and opens it in Chromium.
// No test in here.

import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sirv from 'sirv';

/** @import { Browser, Page } from 'playwright-core' */

const root = fileURLToPath(new URL('../../', import.meta.url));
export const kSite = process.env.MHA_SITE ?? join(root, 'site');
const kBase = '/courses/llm/lab/';
const kShots = join(root, 'build/screenshots');

/**
 * @typedef {object} Site
 * @property {string} url of the page
 * @property {Browser} browser
 * @property {() => Promise<void>} close
 */

/**
 * A server on a free port and a browser.
 * @returns {Promise<Site>}
 */
export async function openSite() {
  const files = sirv(kSite, { etag: true });
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(kBase)) {
      response.writeHead(404).end();
      return;
    }
    request.url = request.url.slice(kBase.length - 1);
    files(request, response, () => void response.writeHead(404).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
  return {
    url: `http://127.0.0.1:${address.port}${kBase}`,
    browser,
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * What a page must never do; the tests ask that all three stay empty.
 * @typedef {{ printed: string[], foreign: string[], failed: string[] }} Complaints
 */

/**
 * A fresh page (nothing kept), and the complaints that gather while it is used.
 * @param {Site} site
 * @param {string} route "#split"
 * @param {import('playwright-core').BrowserContextOptions & { ready?: boolean, prepare?: (page: Page) => Promise<unknown> }} [options]
 *   ready: whether to wait for the first diagnosis
 */
export async function openPage(
  { browser, url },
  route,
  { ready = true, prepare, ...options } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  /** @type {Complaints} */
  const complaints = { printed: [], foreign: [], failed: [] };
  page.on('console', (message) => complaints.printed.push(message.text()));
  page.on('pageerror', (error) => complaints.printed.push(String(error)));
  page.on('requestfailed', (request) => complaints.failed.push(request.url()));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !address.startsWith('data:')) complaints.foreign.push(address);
  });
  await prepare?.(page);
  await page.goto(url + route);
  if (ready) await judged(page);
  return { page, complaints };
}

/** Waits for the core's first answer. @param {Page} page */
export async function judged(page) {
  await page.waitForFunction(() => performance.getEntriesByName('mha-first-diagnosis').length > 0);
}

/** The words of an element, spaces as one. @param {import('playwright-core').Locator} locator */
export async function textOf(locator) {
  return ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim();
}

/** @param {Page} page @param {string} name */
export async function shoot(page, name) {
  mkdirSync(kShots, { recursive: true });
  await page.screenshot({ path: join(kShots, `${name}.png`), fullPage: true });
}

export const kThemes = /** @type {const} */ (['light', 'dark']);
export const kExercises = ['shapes', 'split', 'merge', 'fool', 'costs'];
