import { taxQrText } from '#shared/fees/tax/tax-qr.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ResolvedBlock, ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { PaperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { billBlocks } from './bill-blocks.rules.ts'
import type { LetterFacts } from './fee-letter.types.ts'
import { code, heading, joined, nothing, typed, words } from './paper-pieces.rules.ts'
import { notes, titles } from './paper-words.rules.ts'
import { receiptBlocks, refundBlocks } from './receipt-blocks.rules.ts'
import { hasTaxLines } from './tax-blocks.rules.ts'

/** Returns a document of fees as a letter in both languages. Pure: the same facts give the same letter. */
export function feeLetter(of: LetterFacts): ResolvedLetter {
  const { document } = of
  const title = titleOf(of)
  return paperOf(of.school, {
    title,
    reference: document.number,
    verification: verificationOf(of),
    blocks: [heading(1, words(title)), ...blocksOf(of)],
  })
}

function titleOf({ document: { kind, lines }, taxNumber }: LetterFacts): Bilingual {
  const isTaxed = taxNumber !== '' && hasTaxLines(lines)
  if (kind === 'invoice') return isTaxed ? titles['tax-invoice'] : titles.invoice
  if (kind === 'credit') return isTaxed ? titles['tax-credit'] : titles.credit
  return titles[kind]
}

function blocksOf(of: LetterFacts): ResolvedBlock[] {
  if (of.document.kind === 'receipt') return receiptBlocks(of)
  if (of.document.kind === 'refund') return refundBlocks(of)
  return billBlocks(of)
}

/** Puts the school's head above what a paper says. */
export function paperOf(
  { name, brand, contact, logo }: PaperSchool,
  {
    title,
    ...rest
  }: Pick<ResolvedLetter, 'reference' | 'verification' | 'blocks'> & {
    title: Bilingual
  },
): ResolvedLetter {
  const ways = [contact?.phone, contact?.email].flatMap((way) => way || [])
  return {
    version: 1,
    languages: ['en', 'ar'],
    title: `${title.en} · ${title.ar}`,
    brand,
    school: name,
    letterhead: { name: typedBoth(name), address: typedBoth({ en: '', ar: '' }), contact: ways, logo },
    ...rest,
  }
}

/** The head has a place for each language, also where both say the same. */
const typedBoth = (text: Bilingual) => (text.en === '' && text.ar === '' ? joined(nothing) : joined(typed(text)))

/**
 * Returns how the paper is verified: by its code at the school's address. The square of a Saudi tax document holds its tax data, as
 * the tax authority wants it; there the address alone leads to the page.
 */
function verificationOf({ document, origin, isSaudi, taxNumber, school }: LetterFacts): ResolvedLetter['verification'] {
  const { verifyCode, kind, lines, issuedAt, total, tax, currency } = document
  const url = `${origin}/verify/${verifyCode}`
  const isTaxPaper = isSaudi && taxNumber !== '' && (kind === 'invoice' || kind === 'credit') && hasTaxLines(lines)
  const seller = school.name.ar || school.name.en
  const inQr = isTaxPaper ? taxQrText({ seller, vatNumber: taxNumber, issuedAt, total, tax }, currency) : url
  const said = joined(words(isTaxPaper ? notes.taxQr : notes.verify), code(formatReference(verifyCode)))
  return { said, url, qr: qrPath(inQr) }
}
