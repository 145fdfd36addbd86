import type { Plugin } from 'vite'

/** Lets the browser draw nothing before the page's scripts have run: until then the page is empty, and light whatever the reader chose. */
export function firstFrame(): Plugin {
  return {
    name: 'nameplane:first-frame',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('<script type="module"', '<script type="module" blocking="render"') },
  }
}
