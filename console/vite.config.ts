import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './build-steps/compress-assets.ts'
import { keepUsedIconWeights } from './build-steps/icon-weights.ts'

const server = `http://127.0.0.1:${process.env['NAMEPLANE_PORT'] ?? '8080'}`

/*
 * The groups of what every signed-in page needs. Each imports only from those before it: two files that import each other
 * would run in an order in which one of them does not exist yet.
 */
const library = [/\/node_modules\/(@tanstack\/(react-query|query-core)|zod|@phosphor-icons\/react\/dist\/lib)\//]
const names = [/\/dns-text\/src\/(names|idn|errors|addresses)\.ts$/, /\/node_modules\/punycode\//]
// Of the contract, what the frame and nearly every list need: named one by one, so that the calls of a new noun come with its own
// screen. Any reply may carry any problem, so all their texts are here.
const contract = [
  /\/contract\/src\/(endpoint|issues|menu|money|paging|rights|rules|time|([a-z-]+\/)*([a-z-]+-)?problems)\.ts$/,
  /\/contract\/src\/(account\/(preference|saved-filter|session)|dns\/(domain|service-group)|home\/licence|system\/site)\.ts$/,
]
const signedIn = [
  /\/console\/src\/api\/(queries|problem-text|success-messages|downloads|rights)/,
  /\/console\/src\/(i18n\/(format|use-format)|routing\/page-title)/,
]
/** The sign-in page and what every page needs, in one file: few requests precede the first sight. */
const start = [
  /vite\/preload-helper/,
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//,
  /\/console\/src\/(browser\/(local-storage|store|chunk-loading)|i18n\/(language|messages)|routing\/(screen-location|screen-link|search-text)|ui\/classes|entities\/site)/,
  // Not what few sign-ins need, nor the screens of the signed-in.
  /\/console\/src\/features\/account\/session\/[^/]+$(?<!second-step-form\.tsx|second-step\.messages\.ts|session\.screens\.ts)/,
  /\/console\/src\/app\/(login-route|guard|refresh|load-error-page)/,
  /\/console\/src\/api\/(call-problem|client|http-texts|notices|seen-role|session-)/,
  /\/contract\/src\/(envelope|limits)\.ts$/,
]
const isOneOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))

export default defineConfig({
  // Hash routes need no server paths, so the built console works below any prefix.
  base: './',
  plugins: [react(), tailwindcss(), keepUsedIconWeights(), compressAssets()],
  build: {
    target: 'es2022',
    // Keeps light-dark() as it is; this is the browser floor of the console.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    // Everything is a file of its own: data: URLs in scripts could not be cached and fonts would break the policy.
    assetsInlineLimit: 0,
    // Charts are far larger, and only their own page loads them.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Only the files named above: what a file imports in turn has its own place.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'start', test: isOneOf(start), priority: 5 },
            { name: 'library', test: isOneOf(library), priority: 4 },
            { name: 'names', test: isOneOf(names), priority: 3 },
            { name: 'contract', test: isOneOf(contract), priority: 2 },
            { name: 'signed-in', test: isOneOf(signedIn), priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/antsxdp', '/api', '/sys_login_captcha.jpg'].map((path) => [path, { target: server }])) },
})
