import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'

/** Returns the sales that fit what was typed, newest first: by receipt number, item or customer, in either language. */
export function findSales(
  sales: readonly Sale[],
  typed: string,
  customerOf: (sale: Sale) => { name: Bilingual; admissionNo: string } | undefined,
): Sale[] {
  const newest = sales.toSorted((a, b) => b.receiptSeq - a.receiptSeq)
  const words = searchWords(typed)
  if (words.length === 0) return newest
  return newest.filter((sale) => {
    const customer = customerOf(sale)
    const names = [...sale.lines.map(({ name }) => name), ...(customer ? [customer.name] : [])]
    const texts = [sale.receiptNo, customer?.admissionNo ?? '', ...names.flatMap(({ en, ar }) => [en, ar])]
    return words.every((word) => texts.some((text) => matchScore(foldText(text), [word]) > 0))
  })
}
