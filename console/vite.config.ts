import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './build-steps/compress-assets.ts'
import { firstFrame } from './build-steps/first-frame.ts'
import { icons } from './build-steps/icons.ts'
import { worldMapModule } from './build-steps/world-map.ts'

const server = `http://127.0.0.1:${process.env['NAMEPLANE_PORT'] ?? '8080'}`

/*
 * The groups of what every signed-in page needs. Each imports only from those before it: two files that import each other
 * would run in an order in which one of them does not exist yet.
 */
const library = [/\/node_modules\/(@tanstack\/(react-query|query-core)|zod)\//]
const names = [/\/dns-text\/src\/(names|idn|errors|addresses|line-ends)\.ts$/, /\/node_modules\/punycode\//]
// Of the contract, what the frame and nearly every list need: named one by one, so that the calls of a new noun come with its own
// screen, its problems' texts with them.
const contract = [
  /\/contract\/src\/(both-languages|counted|endpoint|field-names|fields|issues|menu-parts|money|paging|problem-text|right|rules|time)\.ts$/,
  /\/contract\/src\/(account\/(account-fields|account-problems|password-(rules|strength|words)|preference|saved-filter|session|user)|dns\/(domain|domain-primary-states|service-group)|home\/licence|system\/site)\.ts$/,
]
const signedIn = [
  /\/console\/src\/api\/(lock-calls|queries|problem-text|success-messages|downloads|rights)/,
  /\/console\/src\/(i18n\/(format|use-format)|routing\/(page-title|page-commands))/,
]
/** What nearly every list draws itself with, in one file; what only some lists need comes with them. */
const parts = [
  /\/console\/src\/screen-parts\/(action-menu|menu-place|badge|copy\/copy-(button|text)|dialog\/confirm|empty|failure|form\/(field-words|labelled|option-search|search-note)|link-tabs|surface|tabs|screen-parts\.messages)\.tsx?$/,
  /\/console\/src\/screen-parts\/(list\/(bulk-bar|filter-chip|list-definition|list-page|list-screen|list-state|use-dialogs|use-list|use-list-actions|named-searches|pager|search-box|use-list-page|use-selection)|table\/(?!.*\.test\.)[a-z-]+)\.tsx?$/,
  /\/console\/src\/(browser\/(layout-width|typing)|entities\/(domain\/(domain-pages|records-path)|record\/pending-changes|saved-filter\/saved-filter-menu|user\/(user-select|user\.messages))|ui\/(chip|choices|icon-button|menu-item|own-dialog|popover))\.tsx?$/,
  // Icons of the lists, and of the frame: drawings this small share one file.
  /^\0icon:(arrow(-clockwise|-left|s-in|s-in-simple|s-out|s-out-simple)|bookmark-simple(-fill)?|caret-[a-z-]+|check|copy|dots-three|pencil-simple|trash|x)$/,
  /^\0icon:(bell|certificate|chart-bar|clock-clockwise|envelope-simple|eye|gear|gear-six|globe-simple|hard-drives|house|key)$/,
  /^\0icon:(link|list|lock-simple|magnifying-glass|map-trifold|money|palette|scroll|shield-check|sidebar-simple|sign-out|squares-four|translate|users)$/,
]
/** What stands around every screen. */
const frame = [
  /\/console\/src\/app\/(absent-pages|console-frame|keep-table-preference|kept-views|sections|view-cache)\.tsx?$/,
  /\/console\/src\/shell\/(avatar-menu|brand|breadcrumb|footer|header|header-button|menu-sheet|seen-as-banner|session-confirmation-host|session-end-dialog|shell|shell\.messages|side-menu|standing-banner|toast\.messages|toast-region)\.tsx?$/,
  /\/console\/src\/shell\/(palette\/(open-palette|palette-button|palette-host)|theme\/theme-button)\.tsx?$/,
  /\/console\/src\/(api\/(event-stream|renewed-navigation)|browser\/full-screen|entities\/menu\/menu-icons|routing\/(menu|menu-link|own-titles))\.tsx?$/,
  /\/console\/src\/features\/account\/message\/drawer\/(drawer\.messages|message-button|message-live|unread-count)\.tsx?$/,
]
/** The sign-in page and what every page needs, in one file: few requests precede the first sight. */
const start = [
  /vite\/preload-helper/,
  // With its style sheet, so that the entry is this file and not one more.
  /\/console\/src\/(main\.tsx|first-sight\.css|app\/aside-paths\.ts|shell\/theme\/(layout-theme|primary-colour|theme)\.ts)$/,
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter)\//,
  /\/console\/src\/(browser\/(local-storage|store|chunk-loading)|i18n\/(language|messages)|routing\/(address|last-search|screen|screen-location|screen-link|scroll-memory|search-text|unsaved)|ui\/(button|classes|drawn-icon)|entities\/site)/,
  // Not what few sign-ins need, nor the screens of the signed-in.
  /\/console\/src\/features\/account\/session\/[^/]+$(?<!second-step-form\.tsx|second-step\.messages\.ts|session\.screens\.ts)/,
  /\/console\/src\/app\/(arrival|error-boundary|guard|load-error-page|loaded-pages|login-route|refresh|restricted-page|router|screens)/,
  /\/console\/src\/api\/(call-problem|client|http-texts|notices|on-wire|seen-role|session-)/,
  /\/contract\/src\/(envelope|limits)\.ts$/,
]
const isOneOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))

export default defineConfig({
  // Hash routes need no server paths, so the built console works below any prefix.
  base: './',
  plugins: [react(), tailwindcss(), icons(), worldMapModule(), firstFrame(), compressAssets()],
  build: {
    target: 'es2022',
    // Keeps light-dark() as it is; this is the browser floor of the console.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    // Everything is a file of its own: data: URLs in scripts could not be cached and fonts would break the policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Only the files named above: what a file imports in turn has its own place.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'start', test: isOneOf(start), priority: 4 },
            { name: 'contract', test: isOneOf([...library, ...names, ...contract]), priority: 3 },
            { name: 'parts', test: isOneOf([...signedIn, ...parts]), priority: 2 },
            { name: 'frame', test: isOneOf(frame), priority: 1 },
            // The list of domains stays one file, though the settings of a domain use some of it.
            {
              name: 'domain-page',
              test: /\/console\/src\/(screen-parts\/sparkline|features\/dns\/domain\/(domain-(list|name|page)|domain\.messages|use-domain-actions))\.tsx?$/,
              priority: 0,
            },
            // Of the record editor alone; it stays in the browser's cache while the editor changes.
            { name: 'windowed-rows', test: /\/node_modules\/@tanstack\/(react-virtual|virtual-core)\//, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(['/antsxdp', '/api', '/sys_login_captcha.jpg', '/nic'].map((path) => [path, { target: server }])) },
})
