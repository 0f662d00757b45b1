import type { DemoPupil, DemoSchool } from '#server/db/seed/demo-types.ts'
import type { TenderKind } from '#shared/pos/sale.contract.ts'
import type { Part, Sold, TillPerson } from '#tests/support/pos/tablet-till.ts'
import { carefreePupils, itemNamed } from '#tests/support/served/served-school-demo.ts'
import { expect } from './stage.ts'

/** A sale as it is meant, worked out by hand from the price list: what the server must hold in the end. */
export interface MeantSale {
  title: string
  ring: (till: TillPerson) => Promise<void>
  parts: Part[]
  total: number
  tenders: { kind: TenderKind; amount: number }[]
  /** What comes into the drawer. */
  cash: number
  customer?: DemoPupil
}

export type SoldSale = MeantSale & Sold

/** A card part that leaves an amount in cash for which there are no coins. */
const oddPart = { QAR: { card: 110, rest: 340, coins: 350 }, KWD: { card: 113, rest: 237, coins: 235 } } as const

/** One sale of every kind that a till must know. */
export function salesOfADay(
  school: DemoSchool,
): Record<'cash' | 'account' | 'card' | 'split' | 'scanned' | 'byCard', MeantSale> {
  const [first, second] = carefreePupils(school)
  if (!first || !second) throw new Error('the demo school has no pupils who may spend freely')
  const water = itemNamed(school, 'Still water 330 ml')
  const juice = itemNamed(school, 'Orange juice 200 ml')
  const tea = itemNamed(school, 'Karak tea')
  const bread = itemNamed(school, 'Zaatar manakish')
  const odd = oddPart[school.currency as keyof typeof oddPart]
  const oats = 100
  const olives = 50
  return {
    cash: {
      title: 'two waters, cash with change',
      ring: async (till) => {
        await till.put(water.name.en)
        await till.put(water.name.en)
      },
      parts: [{ by: 'cash', given: 500 }],
      total: 2 * water.price,
      tenders: [{ kind: 'cash', amount: 2 * water.price }],
      cash: 2 * water.price,
    },
    account: {
      title: 'a juice on the account, found by admission number',
      ring: async (till) => {
        await till.put(juice.name.en)
        await till.chooseCustomer(first.admissionNo, first)
      },
      parts: [{ by: 'account' }],
      total: juice.price,
      tenders: [{ kind: 'account', amount: juice.price }],
      cash: 0,
      customer: first,
    },
    card: {
      title: 'a tea with choices, by card',
      ring: (till) => till.put(tea.name.en, ['Small', 'Less sugar', 'Oat drink']),
      parts: [{ by: 'card', reference: 'T-1001' }],
      total: tea.price + oats,
      tenders: [{ kind: 'card', amount: tea.price + oats }],
      cash: 0,
    },
    split: {
      title: 'a bread with olives, part card, rest in cash that has to be rounded',
      ring: (till) => till.put(bread.name.en, ['Olives']),
      parts: [{ by: 'card', amount: odd.card, reference: 'T-1002' }, { by: 'cash' }],
      total: bread.price + olives,
      tenders: [
        { kind: 'card', amount: odd.card },
        { kind: 'cash', amount: odd.rest },
      ],
      cash: odd.coins,
    },
    scanned: {
      title: 'two scanned waters and a juice, exact cash',
      ring: async (till) => {
        for (const code of [water.barcode, juice.barcode, water.barcode]) await till.scan(code ?? '')
        await expect(till.cart.getByRole('listitem')).toHaveCount(2)
      },
      parts: [{ by: 'cash' }],
      total: 2 * water.price + juice.price,
      tenders: [{ kind: 'cash', amount: 2 * water.price + juice.price }],
      cash: 2 * water.price + juice.price,
    },
    byCard: {
      title: 'a pupil holds a card to the scanner: part account, rest cash',
      ring: async (till) => {
        await till.scan(second.cardNo ?? '')
        await till.expectCustomer(second)
        await till.put(juice.name.en)
        await till.put(water.name.en)
      },
      parts: [{ by: 'account', amount: water.price }, { by: 'cash' }],
      total: juice.price + water.price,
      tenders: [
        { kind: 'account', amount: water.price },
        { kind: 'cash', amount: juice.price },
      ],
      cash: juice.price,
      customer: second,
    },
  }
}

/** Sells it and remembers what the screen said. */
export async function sell(till: TillPerson, sale: MeantSale): Promise<SoldSale> {
  await expect(till.goods).toBeVisible()
  await sale.ring(till)
  return { ...sale, ...(await till.pay(...sale.parts)) }
}
