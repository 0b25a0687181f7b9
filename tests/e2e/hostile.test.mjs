// Where something is missing or hostile: no JavaScript, no WebAssembly, no storage, odd input. The
// lesson stays, a sentence says why, nothing is lost or frozen.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { judged, openPage, openSite, textOf } from './site.mjs';

/** @import { Site } from './site.mjs' */

/** @type {Site} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

test('without JavaScript: a sentence and the lesson', async () => {
  const { page } = await openPage(site, '', { javaScriptEnabled: false, ready: false });
  assert.ok(await page.getByText('need JavaScript and WebAssembly').isVisible());
  assert.ok(await page.getByRole('heading', { name: 'Multi-Head Attention' }).isVisible());
  assert.ok(await page.getByText('class CausalMHA').isVisible());
  await page.context().close();
});

test('without the wasm: a sentence, the lesson, and the text is kept', async () => {
  const { page } = await openPage(site, '#split', {
    ready: false,
    prepare: (fresh) => fresh.route('**/*.wasm', (route) => route.abort()),
  });
  await page.locator('.card.failed').waitFor();
  assert.match(await textOf(page.locator('.card.failed')), /did not load.*lesson.*kept/s);
  await page.locator('#answer').fill('q.view(B, n, H, d_head)');
  await page.reload();
  await page.locator('.card.failed').waitFor();
  assert.equal(await page.locator('#answer').inputValue(), 'q.view(B, n, H, d_head)');
  await page.goto(`${site.url}#lesson`);
  assert.ok(await page.getByText('class CausalMHA').isVisible());
  await page.context().close();
});

test('without WebAssembly in the browser: the same sentence', async () => {
  const { page } = await openPage(site, '#merge', {
    ready: false,
    prepare: (fresh) =>
      fresh.addInitScript(() => {
        // @ts-expect-error: a browser that has none
        delete globalThis.WebAssembly;
      }),
  });
  await page.locator('.card.failed').waitFor();
  await page.context().close();
});

test('a storage that throws: memory, and a small note', async () => {
  const { page, complaints } = await openPage(site, '#split', {
    prepare: (fresh) =>
      fresh.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      }),
  });
  assert.ok(await page.getByText('keeps nothing here').isVisible());
  await page.locator('#answer').fill('q.view(B, n, H, d_head).transpose(1, 2)');
  await page.goto(`${site.url}#merge`);
  await page.goto(`${site.url}#split`);
  assert.equal(
    await page.locator('#answer').inputValue(),
    'q.view(B, n, H, d_head).transpose(1, 2)',
  );
  assert.deepEqual(complaints.printed, []);
  await page.context().close();
});

const kOdd = {
  'an unclosed bracket': 'q.view(B, n, H, d_head',
  'an unknown name': 'q.veiw(B)',
  zero: 'q.view(0, n, H, d_head)',
  '−1 twice': 'q.view(-1, -1, H, d_head)',
  'a billion elements': 'q.view(1000000000)',
  'more than a billion, expanded': 'q.view(1, B, n, d_out).expand(1000000000, B, n, d_out)',
  emoji: 'q.🧠view(B, n, 😀H)',
  'right-to-left text': 'q.view(שלום, n) مرحبا',
  nothing: '',
  markup: '<img src=x onerror=alert(1)>',
};

for (const [name, text] of Object.entries(kOdd)) {
  test(`odd input, ${name}: a sentence, a position, nothing lost`, async () => {
    const { page, complaints } = await openPage(site, '#split');
    await page.locator('#answer').fill(text);
    const card = await textOf(page.locator('#verdict'));
    assert.doesNotMatch(card, /^Correct|undefined|NaN/);
    assert.ok(card.length > 30, card);
    if (text !== '') assert.ok((await page.locator('.editor-copy mark').count()) > 0, card);
    assert.equal(await page.locator('#answer').inputValue(), text);
    await page.reload();
    await judged(page);
    assert.equal(await page.locator('#answer').inputValue(), text);
    assert.deepEqual(complaints, { printed: [], foreign: [], failed: [] });
    await page.context().close();
  });
}

test('100 KB of text neither freezes the page nor is lost', async () => {
  const { page, complaints } = await openPage(site, '#split');
  const text = 'q.view(B, n, H, d_head).transpose(1, 2)'.padEnd(100_000, '.contiguous()');
  const began = Date.now();
  await page.locator('#answer').fill(text);
  await textOf(page.locator('#verdict .verdict'));
  assert.ok(Date.now() - began < 5000);
  assert.equal((await page.locator('#answer').inputValue()).length, text.length);
  assert.deepEqual(complaints.printed, []);
  await page.context().close();
});

test('an unknown address opens an exercise that exists', async () => {
  const { page, complaints } = await openPage(site, '#no-such-%E0%A4%A');
  assert.equal(await page.locator('#lab h1').count(), 1);
  assert.deepEqual(complaints.printed, []);
  await page.context().close();
});
