import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineThemeOverride,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'

/** Mantine palettes used beside the school's own; the other nine would be dead weight in every page. */
const palettes = new Set(['gray', 'dark', 'red', 'green', 'yellow'])

const isKept = (variable: string): boolean => {
  const palette = /^--mantine-color-([a-z]+)-(?!scheme)/.exec(variable)?.[1]
  return palette === undefined || palettes.has(palette) || !(palette in DEFAULT_THEME.colors)
}

const pruned = (variables: Record<string, string>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => isKept(name)))

/** Returns the theme's variables as a static stylesheet: our style-src allows no `<style>` tag, which Mantine would use. */
export function themeCss(theme: MantineThemeOverride): string {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  return convertCssVariables(
    {
      variables: pruned(variables),
      light: { ...pruned(light), '--mantine-color-scheme': 'light' },
      dark: { ...pruned(dark), '--mantine-color-scheme': 'dark' },
    },
    ':root',
  )
}

const stylesheet = 'virtual:mantine.css'
const variables = '\0virtual:mantine-variables.css'
const componentModule = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

/**
 * Serves `virtual:mantine.css`. In a build it holds the base and the theme only, and each component that survives tree
 * shaking brings its own stylesheet into its own chunk. The dev server pre-bundles Mantine, so there it is everything.
 */
export function mantineCss(theme: MantineThemeOverride): Plugin {
  const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles')
  let isBuild = false
  return {
    name: 'mantine-css',
    enforce: 'pre',
    configResolved: (config) => {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === stylesheet ? `\0${stylesheet}.js` : id === variables ? variables : undefined),
    load: (id) => {
      if (id === variables) return themeCss(theme)
      if (id !== `\0${stylesheet}.js`) return undefined
      const base = isBuild
        ? ['@mantine/core/styles/baseline.layer.css', '@mantine/core/styles/global.layer.css']
        : ['@mantine/core/styles.layer.css']
      return { code: [...base, variables].map((file) => `import '${file}'`).join('\n'), moduleSideEffects: true }
    },
    transform: {
      filter: { id: componentModule },
      handler(code, id) {
        const name = componentModule.exec(id)?.[1]
        if (!isBuild || !name || !existsSync(join(styles, `${name}.layer.css`))) return undefined
        return { code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`, map: null }
      },
    },
  }
}
