// Serves the built page on localhost: node web/serve.mjs --folder site --port 8321
// For looking at it on one's own machine; any static host does for everyone else.

import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import sirv from 'sirv';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'site' },
    port: { type: 'string', default: '8321' },
  },
});
const files = sirv(values.folder, { dev: true });
const server = createServer((request, response) =>
  files(request, response, () => void response.writeHead(404).end('not found\n')),
);
server.on('error', (error) => {
  const taken = 'code' in error && error.code === 'EADDRINUSE';
  console.error(taken ? `port ${values.port} is taken: choose another with --port` : error.message);
  process.exit(3);
});
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`MHA Lab is at http://localhost:${values.port}/ (Ctrl+C ends it)`);
});
