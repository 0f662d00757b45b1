import { fileURLToPath } from 'node:url'
import { Document, Font, Page, renderToBuffer, Text, View } from '@react-pdf/renderer'
import { createElement, type ReactNode } from 'react'
import type { ResolvedBlock, ResolvedLetter, Said } from '#shared/kernel/letter/letter.ts'

const family = 'IBM Plex Sans Arabic'
const font = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/ibm-plex-sans-arabic/${name}.ttf`))
Font.register({
  family,
  fonts: [
    { src: font('400Regular/IBMPlexSansArabic_400Regular') },
    { src: font('700Bold/IBMPlexSansArabic_700Bold'), fontWeight: 700 },
  ],
})

const bold = { fontWeight: 700 } as const

/** Without the characters that isolate: this engine prints them as letters. */
const lines = (said: Said, style: object = {}): ReactNode =>
  createElement(
    View,
    { style: { flexDirection: 'row' } },
    ...said.map(({ lang, runs }) =>
      createElement(
        Text,
        { style: { flex: 1, paddingRight: 8, textAlign: lang === 'ar' ? 'right' : 'left', ...style } },
        ...runs.map(({ text, strong }) =>
          createElement(Text, strong ? { style: bold } : {}, text.replaceAll(/[\u2066-\u2069]/g, '')),
        ),
      ),
    ),
  )

function shown(block: ResolvedBlock): ReactNode {
  if (block.kind === 'heading') return lines(block.said, { ...bold, fontSize: 20 - block.level * 3 })
  if (block.kind === 'para') return lines(block.said)
  if (block.kind === 'list') return createElement(View, {}, ...block.items.map((item) => lines(item)))
  if (block.kind === 'facts') {
    return createElement(
      View,
      {},
      ...block.rows.map(({ label, value }) => createElement(View, {}, lines(label), lines(value, bold))),
    )
  }
  if (block.kind === 'table') {
    const row = (label: Said, values: readonly Said[]) =>
      createElement(
        View,
        { style: { flexDirection: 'row', borderBottomWidth: 0.5 } },
        ...[label, ...values].map((said) => createElement(View, { style: { flex: 1 } }, lines(said))),
      )
    return createElement(
      View,
      {},
      row(block.head.label, block.head.values),
      ...block.rows.map(({ label, values }) => row(label, values)),
    )
  }
  return createElement(View, { style: { height: 40 } })
}

/** The same letter by the engine that people of this trade would take first. */
export const byReactPdf = (letter: ResolvedLetter): Promise<Uint8Array> =>
  renderToBuffer(
    createElement(
      Document,
      { title: letter.title },
      createElement(
        Page,
        { size: 'A4', style: { fontFamily: family, fontSize: 10, padding: 50 } },
        ...letter.blocks.map(shown),
      ),
    ),
  )
