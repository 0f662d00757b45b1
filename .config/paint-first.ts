import type { Plugin } from 'vite'

const scripts = /<(script type="module"|link rel="modulepreload")/g

/**
 * The page's own words and its two stylesheets come before its script: `first-paint` in index.html stands before anything
 * has run. Where nothing else is on its way, a low priority costs the script nothing.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(scripts, '<$1 fetchpriority="low"'),
    },
  }
}
