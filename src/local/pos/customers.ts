// chunk: device
import { latinDigits } from '#shared/kernel/digits.ts'
import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'

/** Pupils of a snapshot in memory, found by name, number or card. */
export interface CustomerIndex {
  get(customerId: string): Customer | undefined
  byCard(cardNo: string): Customer | undefined
  /** Finds by the digits of a pupil number as typed on a pad; undefined where they match no one or several. */
  byNumber(digits: string): Customer | undefined
  /** Classes in order. */
  readonly classes: readonly string[]
  inClass(className: string): readonly Customer[]
  find(text: string, limit: number): Customer[]
}

/** 2-A before 10-A. */
const inNaturalOrder = new Intl.Collator('en', { numeric: true })

const digitsOf = (admissionNo: string): string => latinDigits(admissionNo).replaceAll(/\D/g, '')

export function indexCustomers(customers: readonly Customer[]): CustomerIndex {
  const active = customers.filter((c) => c.active)
  const byId = new Map(active.map((c) => [c.id as string, c]))
  const byCard = new Map(active.flatMap((c) => (c.cardNo ? [[c.cardNo, c] as const] : [])))
  const byDigits = Map.groupBy(active, (c) => digitsOf(c.admissionNo))
  const byClass = Map.groupBy(active, (c) => c.className)
  const folded = active.map((customer) => ({
    customer,
    names: [foldText(customer.name.en), foldText(customer.name.ar)],
    number: foldText(customer.admissionNo),
  }))
  return {
    get: (customerId) => byId.get(customerId),
    byCard: (cardNo) => byCard.get(cardNo.trim()),
    byNumber: (digits) => {
      const found = digits === '' ? [] : (byDigits.get(digits) ?? [])
      return found.length === 1 ? found[0] : undefined
    },
    classes: [...byClass.keys()].filter((name) => name !== '').sort(inNaturalOrder.compare),
    inClass: (className) => byClass.get(className) ?? [],
    find: (text, limit) => {
      const words = searchWords(text)
      if (words.length === 0) return []
      const whole = words.join(' ')
      const scored = folded.map(({ customer, names, number }) => ({
        customer,
        score: number === whole ? 100 : Math.max(...names.map((n) => matchScore(n, words)), matchScore(number, words)),
      }))
      const hits = scored.filter((s) => s.score > 0)
      return hits
        .sort((a, b) => b.score - a.score || a.customer.name.en.localeCompare(b.customer.name.en))
        .slice(0, limit)
        .map((s) => s.customer)
    },
  }
}
