// Every exercise in both themes: a screenshot, no violation of axe-core's rules, no overflow at 360 px,
// nothing printed, no foreign request.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { kExercises, kThemes, openPage, openSite, shoot } from './site.mjs';

/** @import { Page } from 'playwright-core' */
/** @import { Site } from './site.mjs' */

const kAxe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** @type {Site} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {Page} page */
async function violations(page) {
  await page.evaluate(() => document.fonts.ready);
  const found = await page.evaluate(async () => {
    const { violations: all } = await /** @type {any} */ (window).axe.run(document, {
      resultTypes: ['violations'],
    });
    return all.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}, ${nodes.length} times: ${nodes[0].html.slice(0, 160)}`,
    );
  });
  return found;
}

/** axe comes in by the debugger, since the page's policy lets no foreign script in. @param {Page} page */
const addAxe = (page) => page.addInitScript({ path: kAxe });

for (const theme of kThemes) {
  for (const id of [...kExercises, 'lesson']) {
    test(`${id}, ${theme}: no violation at first sight, screenshot`, async () => {
      const { page, complaints } = await openPage(site, `#${id}`, {
        colorScheme: theme,
        prepare: addAxe,
      });
      await shoot(page, `${id}-${theme}`);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, { printed: [], foreign: [], failed: [] });
      await page.context().close();
    });
  }

  for (const [name, text] of Object.entries({
    syntax: 'q.view(B, n',
    raises: 'q.view(B, n, H, H)',
    'wrong shape': 'q.view(B, n, H, d_head).permute(3, 0, 1, 2)',
    'a shape of five axes': 'q.view(B, n, H, 2, 2)',
    'a computed value': 'q.expand(B, n, d_out) * 2',
    right: 'q.view(B, n, H, d_head).transpose(1, 2)',
  })) {
    test(`split, ${theme}, ${name}: no violation`, async () => {
      const { page, complaints } = await openPage(site, '#split', {
        colorScheme: theme,
        prepare: addAxe,
      });
      await page.locator('#answer').fill(text);
      await page
        .getByRole('button', { name: 'Show a hint' })
        .click()
        .catch(() => {});
      await shoot(page, `split-${name.replaceAll(' ', '-')}-${theme}`);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints.printed, []);
      await page.context().close();
    });
  }

  test(`fields and probes in ${theme}, right and wrong: no violation`, async () => {
    const { page } = await openPage(site, '#shapes', { colorScheme: theme, prepare: addAxe });
    await page.locator('#field-0').fill('(2, 3, 8)');
    await page.locator('#field-1').fill('(2, 2, 3, 4)');
    await page.locator('#field-2').fill('(2, 2');
    await shoot(page, `shapes-answered-${theme}`);
    assert.deepEqual(await violations(page), []);
    await page.goto(`${site.url}#fool`);
    await page.locator('#split').fill('q.view(B, H, n, d_head)');
    await page.locator('#merge').fill('context.view(B, n, d_out)');
    await page.getByRole('radio').first().check();
    await shoot(page, `fool-solved-${theme}`);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
  });
}

for (const width of [360, 768, 1280]) {
  for (const id of [...kExercises, 'lesson']) {
    test(`${id} at ${width} px: no horizontal overflow`, async () => {
      const { page } = await openPage(site, `#${id}`, { viewport: { width, height: 800 } });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(over, 0);
      if (width !== 1280) await shoot(page, `${id}-${width}`);
      await page.context().close();
    });
  }
}

test('touch targets are at least 40 px', async () => {
  for (const id of kExercises) {
    const { page } = await openPage(site, `#${id}`, {
      viewport: { width: 360, height: 800 },
      hasTouch: true,
      isMobile: true,
    });
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'a[href], button, select, textarea, input, [role=gridcell], label.choice, label.check',
        ),
      ]
        .filter(
          (node) =>
            node.checkVisibility() &&
            !node.matches('.skip, label.choice input, label.check input, .cell'),
        )
        .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
        .filter(([, box]) => /** @type {DOMRect} */ (box).height < 40)
        .map(([html, box]) => `${/** @type {DOMRect} */ (box).height} ${html}`),
    );
    assert.deepEqual(small, [], id);
    const cells = await page
      .locator('.cell')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height));
    assert.ok(
      cells.every((height) => height >= 40),
      id,
    );
    await page.context().close();
  }
});

test('the theme can be chosen, and stays', async () => {
  const { page } = await openPage(site, '#split', { colorScheme: 'light' });
  await page.locator('#theme').selectOption('dark');
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(await ground(), 'rgb(20, 23, 26)');
  await page.reload();
  assert.equal(await ground(), 'rgb(20, 23, 26)');
  await page.locator('#theme').selectOption('auto');
  assert.equal(await ground(), 'rgb(251, 250, 247)');
  await page.context().close();
});
