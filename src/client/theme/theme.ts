// chunk: mantine
import { colorsTuple, createTheme } from '@mantine/core'

/** Level 600: the seventh of ten shades, the one that fills buttons. Its colour is the school's own, see brand.ts. */
const filled = 6

const shades = Array.from({ length: 10 }, (_, shade) => `var(--brand-${shade})`)

/** One theme for every school: what differs is the CSS variable `--brand`, set while running. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: filled, dark: filled },
  colors: { brand: colorsTuple(shades) },
  fontFamily: 'var(--app-font)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontFamily: 'var(--app-font)', fontWeight: '650' },
  defaultRadius: 'md',
  lineHeights: { md: 'var(--app-line-height)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    InputWrapper: { styles: { label: { marginBlockEnd: '0.25rem' }, error: { fontSize: '0.875rem' } } },
    // Mantine's scroll lock writes a <style> tag, which the policy refuses; app.css locks the page instead.
    Modal: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
})
