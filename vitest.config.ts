import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { icons } from './console/build-steps/icons.ts'
import { worldMapModule } from './console/build-steps/world-map.ts'
import { LongestFirst } from './tools/longest-first.ts'
import { roomForTheYoung } from './tests/support/server-process.ts'

/** Only files beside the code and below tests/; what a build or a package brings is not ours to test. */
const never = ['**/node_modules/**', '**/dist/**', '.cache/**', 'data/**']
const pressed = 'console/src/**/*.pressed.test.tsx'
const swept = 'console/src/app/sweeps/*.swept.test.tsx'
const sweptFiles = ['all-screens', 'page-forms']

/** React as it is built for browsers: without its checks for development, and what they need of each element. */
const reactAsBuilt = { oxc: { jsx: { runtime: 'automatic', development: false } } } as const
const pressedSetup = {
  environment: 'happy-dom' as const,
  env: { NODE_ENV: 'production' },
  setupFiles: ['console/src/browser/pressed/react-as-built.testing.ts', 'console/src/browser/pressed/pressed-setup.testing.ts'],
  isolate: false,
}

/**
 * No test depends on another: those of a file run shuffled. The seed is the same for everybody, so that a change is judged by what it
 * changes; `--sequence.seed` gives another, and `npm run prove` tries several.
 */
const inAnyOrder = { shuffle: { tests: true }, seed: 1 }

export default defineConfig({
  test: {
    exclude: never,
    execArgv: [...roomForTheYoung],
    // Two cores, often shared with a browser or a database: a slow moment must not fail a test that is right.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test waits for its database, a browser for its server and a test for both: one of them for each core leaves almost half of it idle.
    maxWorkers: 2 * availableParallelism(),
    sequence: { ...inAnyOrder, sequencer: LongestFirst },
    projects: [
      {
        // No I/O worth mentioning, no state: the files of one worker share their modules.
        plugins: [icons()],
        test: {
          name: 'pure',
          include: ['{dns-text,contract}/src/**/*.test.ts', 'console/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: [...never, pressed, swept],
          isolate: false,
        },
      },
      {
        // Parts of the console in a document without a browser, all on one platform.
        plugins: [icons(), worldMapModule()],
        ...reactAsBuilt,
        test: { name: 'pressed', include: [pressed], globalSetup: ['tests/support/pressed-platform.ts'], ...pressedSetup },
      },
      ...sweptFiles.map((file) => ({
        // The same for all screens and all forms that are pages, each on a platform of its own that has something on each.
        plugins: [icons(), worldMapModule()],
        ...reactAsBuilt,
        test: {
          name: `swept-${file}`,
          include: [`console/src/app/sweeps/${file}.swept.test.tsx`],
          globalSetup: ['tests/support/swept-platform.ts'],
          ...pressedSetup,
        },
      })),
      {
        // Their files leave nothing in the modules that they share, so that each worker reads the server once.
        test: { name: 'server', include: ['server/src/**/*.test.ts'], globalSetup: ['tests/support/database-server.ts'], isolate: false },
      },
      {
        test: {
          name: 'sweeps',
          include: ['tests/sweeps/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...never, 'tests/sweeps/screens/**', 'tests/sweeps/weights.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          isolate: false,
        },
      },
      {
        // A browser and a whole server each. The sweeps read the list of screens.
        plugins: [icons()],
        test: {
          name: 'journeys',
          include: ['tests/{journeys,durability}/**/*.test.ts', 'tests/sweeps/screens/**/*.test.ts', 'tests/sweeps/weights.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          globalSetup: ['tests/support/platform-templates.ts'],
        },
      },
    ],
  },
})
