// The built site: relative addresses only, nothing that the page's policy forbids, hashed names. It
// looks at what build.mjs made, in ./site.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const site = process.env.MHA_SITE ?? fileURLToPath(new URL('../../site', import.meta.url));
const page = readFileSync(join(site, 'index.html'), 'utf8');
const files = readdirSync(site);
/** @param {string} extension */
const textOf = (extension) =>
  readFileSync(join(site, files.find((name) => name.endsWith(extension)) ?? ''), 'utf8');

test('every address in the page is relative and there', () => {
  const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(
    ([, address]) => /** @type {string} */ (address),
  );
  assert.ok(addresses.length >= 6);
  for (const address of addresses) {
    if (address.startsWith('#')) continue;
    assert.doesNotMatch(address, /^(?:[a-z]+:|\/)/i);
    assert.ok(existsSync(join(site, address)), address);
  }
});

test('the style sheet and the script name no address of their own', () => {
  assert.doesNotMatch(textOf('.css'), /url\(|@import/);
  const links = [...textOf('.js').matchAll(/https?:\/\/[^"'`\s)]+/g)].map(([link]) => link);
  // MathML's and SVG's namespaces are names, not addresses.
  assert.deepEqual(
    links.filter((link) => !link.startsWith('http://www.w3.org/')),
    [],
  );
});

test('nothing that the policy forbids: style attributes, inline scripts, handlers, eval', () => {
  assert.match(
    page,
    /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/,
  );
  assert.doesNotMatch(page, /\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
  assert.doesNotMatch(textOf('.js'), /new Function\(|\beval\(/);
});

test('names of scripts, styles and the wasm carry a hash of their content', () => {
  for (const name of files.filter((file) => /\.(?:js|css|wasm|svg)$/.test(file))) {
    const hash = createHash('sha256')
      .update(readFileSync(join(site, name)))
      .digest('hex')
      .slice(0, 10);
    assert.ok(name.includes(`.${hash}.`), name);
  }
});

test('the page says without JavaScript what is missing, and holds the whole lesson', () => {
  assert.match(page, /need JavaScript and WebAssembly/);
  for (const words of [
    'Twelve heads of width 64',
    'class CausalMHA(nn.Module):',
    '        B, n, d = x.shape',
    'Knowledge check',
    '(4, 6, 100, 100)',
  ]) {
    assert.ok(page.includes(words), words);
  }
  assert.match(page, /<math display="block">/);
  assert.doesNotMatch(page, /\$|\{\{/);
});

test('licences of what is inside are told', () => {
  const text = readFileSync(join(site, 'licences.txt'), 'utf8');
  for (const words of ['Google LLC', 'Johan Mabille', 'Emscripten', 'Niels Lohmann'])
    assert.ok(text.includes(words), words);
});

test('HTML, CSS and JavaScript together are at most 60 KB gzip', () => {
  const size = files
    .filter((file) => /\.(?:html|js|css)$/.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(site, file)), { level: 9 }).length, 0);
  assert.ok(size <= 60_000, `${size} bytes`);
});
