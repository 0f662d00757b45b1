import { expect, it } from 'vitest'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { mailBlocks } from './mail-blocks.rules.ts'

it('keeps values apart by characters that nobody sees, but none beside an address that a mail program follows', () => {
  const runs = [
    { text: 'Dear ' },
    { text: 'هند', dir: 'auto' as const },
    { text: ', ' },
    { text: 'https://alnoor.example/offer#token=x', dir: 'ltr' as const },
    { text: '.' },
  ]
  const blocks = [{ kind: 'para', layout: 'stack', said: [{ lang: 'en', runs }] }]
  const [block] = mailBlocks({ blocks } as unknown as ResolvedLetter)
  expect(block).toEqual({ kind: 'text', text: 'Dear \u2068هند\u2069, https://alnoor.example/offer#token=x.' })
})
