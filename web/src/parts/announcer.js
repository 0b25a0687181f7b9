// Says something to screen readers after the learner has rested, so that typing is not talked over.

const kRest = 700; // milliseconds

/** @param {() => HTMLElement} region gives the live region @returns {(text: string) => void} */
export function announcer(region) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      region().textContent = text;
    }, kRest);
  };
}
