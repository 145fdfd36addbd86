import { bootstrap, buildConsole, runCommand, runInForeground } from './bootstrap.mjs';

await runCommand(async () => {
  const node = await bootstrap();
  await buildConsole(node);
  return runInForeground(node, ['server/src/main.ts', ...process.argv.slice(2)]);
});
