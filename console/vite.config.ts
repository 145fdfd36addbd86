import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressAssets } from './build-steps/compress-assets.ts'
import { keepUsedIconWeights } from './build-steps/icon-weights.ts'

const server = `http://127.0.0.1:${process.env['NAMEPLANE_PORT'] ?? '8080'}`

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
  },
  server: {
    proxy: Object.fromEntries(['/antsxdp', '/api', '/sys_login_captcha.jpg'].map((path) => [path, { target: server }])),
  },
})
