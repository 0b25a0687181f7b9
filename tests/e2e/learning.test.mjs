// The main road, by keyboard alone: type a wrong order, read the diagnosis, fix it; and every exercise
// solved, kept over a reload, reset.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { judged, kExercises, openPage, openSite, textOf } from './site.mjs';

/** @import { Page } from 'playwright-core' */
/** @import { Site } from './site.mjs' */

/** @type {Site} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Presses Tab until the element has the focus. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 120; ++presses) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector))
      return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reaches ${selector}`);
}

/** Replaces the focused field's text, key by key. @param {Page} page @param {string} text */
async function retype(page, text) {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

const verdict = async (/** @type {Page} */ page) =>
  (await textOf(page.locator('#verdict .verdict'))).trim();

test('a wrong order is typed, diagnosed and fixed, by keyboard alone', async () => {
  const { page, complaints } = await openPage(site, '#split');
  await tabTo(page, '#answer');
  await retype(page, 'q.view(B, H, n, d_head)');
  assert.match(await verdict(page), /^Wrong/);
  assert.match(await textOf(page.locator('.card .code')), /split-wrong-view-order/);
  assert.equal(await textOf(page.locator('.excerpt mark')), '.view(B, H, n, d_head)');
  assert.equal(await textOf(page.locator('.editor-copy mark')), '.view(B, H, n, d_head)');
  assert.ok((await page.locator('[data-grid=yours] .cell.wrong').count()) > 0);

  // A hint, by keyboard.
  await tabTo(page, '.hints button');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.hints li').count(), 1);

  // The grid, by arrow keys: the cursor says what it is on.
  await tabTo(page, '[data-grid=yours] .cell');
  await page.keyboard.press('ArrowDown');
  const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  assert.match(
    label ?? '',
    /head 0, token 2, j 0: holds token 1, feature 0, wrong: should hold token 2, feature 0/,
  );
  assert.match(
    await textOf(page.locator('.inspector')),
    /yours\[0, 0, 2, 0\] holds token 1, feature 0/,
  );

  await page.locator('#answer').focus();
  await retype(page, 'q.view(B, n, H, d_head).transpose(1, 2)');
  assert.match(await verdict(page), /^Correct/);
  assert.equal(await page.locator('[data-grid=yours] .cell.wrong').count(), 0);
  assert.match(await textOf(page.locator('.rail .progress')), /1 of 5 done/);
  await page.waitForFunction(() =>
    document.getElementById('announcer')?.textContent?.startsWith('Correct'),
  );
  assert.deepEqual(complaints, { printed: [], foreign: [], failed: [] });
  await page.context().close();
});

test('the editor stays where it is while results change below it', async () => {
  const { page } = await openPage(site, '#merge');
  const place = () => page.locator('#answer').boundingBox();
  const first = await place();
  await page.locator('#answer').focus();
  for (const text of [
    'context',
    'context.view(B',
    'context.transpose(1, 2).view(B, n, d_out)',
    '',
  ]) {
    await page.locator('#answer').fill(text);
    assert.deepEqual(await place(), first, text);
  }
  await page.context().close();
});

test('Tab leaves the editor, and the skip link leads past the rail', async () => {
  const { page } = await openPage(site, '#split');
  await page.locator('#answer').focus();
  await page.keyboard.press('Tab');
  assert.notEqual(await page.evaluate(() => document.activeElement?.id), 'answer');
  await page.reload();
  await judged(page);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  assert.equal(new URL(page.url()).hash, '#split');
  await page.context().close();
});

/** Opens every hint, then the solution, and puts it in. @param {Page} page */
async function takeSolution(page) {
  while ((await page.getByRole('button', { name: 'Show a hint' }).count()) > 0) {
    await page.getByRole('button', { name: 'Show a hint' }).click();
  }
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByRole('button', { name: 'Put it in' }).click();
}

for (const id of kExercises) {
  test(`${id}: hints, then the solution; it is right, kept over a reload, and can be reset`, async () => {
    const { page, complaints } = await openPage(site, `#${id}`);
    await takeSolution(page);
    assert.match(await verdict(page), /^Correct/);
    assert.ok((await textOf(page.locator('.explanation'))).length > 40);
    const texts = () =>
      page
        .locator('textarea, .field input')
        .evaluateAll((fields) => fields.map((field) => /** @type {any} */ (field).value));
    const before = await texts();
    await page.reload();
    await judged(page);
    assert.deepEqual(await texts(), before);
    assert.match(await verdict(page), /^Correct/);
    assert.match(await textOf(page.locator('.rail .progress')), /1 of 5 done/);
    await page.getByRole('button', { name: 'Reset this exercise' }).click();
    assert.match(await textOf(page.locator('.rail .progress')), /0 of 5 done/);
    assert.notDeepEqual(await texts(), before);
    assert.deepEqual(complaints, { printed: [], foreign: [], failed: [] });
    await page.context().close();
  });
}

test('fool: results of the three probes show only after a prediction', async () => {
  const { page } = await openPage(site, '#fool');
  await page.locator('#split').fill('q.view(B, H, n, d_head)');
  await page.locator('#merge').fill('context.view(B, n, d_out)');
  const outcomes = async () =>
    (await page.locator('.probe .outcome').allInnerTexts()).map((text) => text.trim());
  const covered = await outcomes();
  assert.equal(covered.length, 6);
  assert.ok(
    covered.slice(0, 3).every((text) => text.startsWith('passes.')),
    covered.join('|'),
  );
  assert.ok(
    covered.slice(3).every((text) => text.includes('predicted')),
    covered.join('|'),
  );
  await page.getByRole('radio').first().check();
  assert.ok((await outcomes()).slice(3).every((text) => text.startsWith('fails.')));
  assert.match(await verdict(page), /^Correct/);
  await page.context().close();
});

test('the batch switch and pointing run through all three grids', async () => {
  const { page } = await openPage(site, '#split');
  await page.getByRole('button', { name: 'b 1' }).click();
  const cell = page.locator('[data-grid=asked] .cell').nth(12); // head 1, token 0, j 0 of sequence 1
  await cell.hover();
  assert.match(
    (await cell.getAttribute('aria-label')) ?? '',
    /^batch 1, head 1, token 0, j 0: holds token 0, feature 4/,
  );
  assert.match(
    (await page.locator('[data-grid=source] .linked').getAttribute('aria-label')) ?? '',
    /^batch 1, token 0, feature 4/,
  );
  assert.equal(await page.locator('[data-grid=yours] .linked').count(), 1);
  assert.match((await page.locator('[data-line=home]').getAttribute('d')) ?? '', /^M/);
  await page.context().close();
});

test('the explorer: parameters stay, score memory moves with H; a width that does not divide is told', async () => {
  const { page } = await openPage(site, '#costs');
  const total = (/** @type {string} */ name) =>
    textOf(page.locator('.totals > div', { hasText: name }).locator('dd'));
  assert.match(await total('parameters of the layer'), /^2,362,368/);
  assert.match(await total('score memory'), /^50.3 MB/);
  await page.locator('#explore-H').fill('6');
  await page.locator('#explore-H').blur();
  assert.match(await total('parameters of the layer'), /^2,362,368/);
  assert.match(await total('score memory'), /^25.2 MB/);
  await page.locator('#explore-H').fill('7');
  await page.locator('#explore-H').blur();
  assert.ok((await textOf(page.locator('.explorer .note'))).length > 10);
  await page.context().close();
});
