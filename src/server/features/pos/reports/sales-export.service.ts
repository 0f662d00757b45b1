import { exportList } from '#server/features/lists/export/list-export.service.ts'
import { voiceOf } from '#server/features/lists/export/list-words.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { maxExported } from '#shared/lists/list-columns.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { quarterText } from '#shared/pos/reports/quarter.rules.ts'
import type { SalesDivision, SalesFigures, SalesPart } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesPeriod } from '#shared/pos/reports/sales-report.contract.ts'
import { splitScope } from './days/split-scope.service.ts'
import { divideSales } from './divide-sales.service.ts'
import type { SalesScope } from './sales-scope.ts'
import { listShiftSales } from './shift-sales.service.ts'
import { salesOfTills } from './till-sales.service.ts'
import { placesOf } from './till-state.service.ts'

const money = ({ gross, discount, refunded, net, tax, total }: Omit<SalesFigures, 'sales' | 'refunds'>) => ({
  gross,
  discount,
  refunded,
  net,
  tax,
  total,
})

/** Returns what each till is called in an export: its site and code, and its name. */
async function namesFor(tx: Tx, { school }: SessionCtx, language: Language): Promise<(tillId: string) => string> {
  const voice = voiceOf(language, school.timeZone)
  const names = new Map<string, string>()
  for (const { code, tills } of await placesOf(tx, school.schoolId)) {
    for (const till of tills) names.set(till.id, `${code}-${till.code} ${voice.name(till.name) ?? ''}`.trim())
  }
  return (tillId) => names.get(tillId) ?? tillId
}

/** Exports sales by till and period. @throws AppError access.denied */
export function exportTillSales(
  ctx: SessionCtx,
  { scope, period }: { scope: SalesScope; period: SalesPeriod },
  how: ExportHow<'salesByTill'>,
): Promise<FileReply> {
  let nameOf = (tillId: string) => tillId
  return exportList(ctx, 'salesByTill', how, {
    pages: async function* (tx) {
      nameOf = await namesFor(tx, ctx, how.language)
      yield (await salesOfTills(tx, await splitScope(tx, scope), period)).rows
    },
    cells: (row) => {
      const paid = (kind: string) => row.tenders.find((tender) => tender.kind === kind)?.amount ?? 0
      return {
        from: row.from,
        tillName: nameOf(row.tillId),
        salesCount: row.sales,
        refundCount: row.refunds,
        ...money(row),
        cash: paid('cash'),
        card: paid('card'),
        account: paid('account'),
        voids: row.voids,
        voidsTotal: row.voidsTotal,
        noSales: row.noSales,
        topUps: row.topUps,
        paidIn: row.paidIn,
        paidOut: row.paidOut,
        drops: row.drops,
        over: row.over,
        short: row.short,
      }
    },
  })
}

/** Exports one division of the sales. @throws AppError access.denied */
export function exportDivided(
  ctx: SessionCtx,
  { scope, ...asked }: { scope: SalesScope; by: SalesDivision; seesSpeed: boolean },
  how: ExportHow<'salesDivided'>,
): Promise<FileReply> {
  let nameOf = (tillId: string) => tillId
  return exportList(ctx, 'salesDivided', how, {
    pages: async function* (tx) {
      nameOf = await namesFor(tx, ctx, how.language)
      yield (await divideSales(tx, await splitScope(tx, scope), asked)).parts
    },
    cells: (part, voice) => ({
      part: partName(part, asked.by, {
        nameOf,
        name: voice.name(part.name),
        none: voice.text(asked.by === 'class' ? 'salesBy.noClass' : 'salesBy.none'),
      }),
      salesCount: part.sales,
      refundCount: part.refunds,
      pieces: inPieces(part.qtyMilli),
      wasted: inPieces(part.wasteMilli),
      ...money(part),
      perHour: part.perHour,
    }),
  })
}

const inPieces = (qtyMilli: number | null) => (qtyMilli === null ? null : qtyMilli / 1000)

interface Names {
  nameOf: (tillId: string) => string
  name: string | null
  none: string
}

function partName({ key }: SalesPart, by: SalesDivision, { nameOf, name, none }: Names): string {
  if (by === 'till') return nameOf(key)
  if (by === 'hour') return quarterText(Number(key))
  if (by === 'tax') return taxText(key)
  return name ?? ((by === 'class' && key) || none)
}

/** A tax as a sheet has it: its code, and its rate in percent. */
function taxText(key: string): string {
  const [code = '', ppm = '0'] = key.split('|')
  return `${code} ${Number(ppm) / 10_000}%`
}

/** Exports shifts with their sales and how their drawers were counted. @throws AppError access.denied */
export function exportShiftSales(
  ctx: SessionCtx,
  scope: SalesScope,
  how: ExportHow<'salesByShift'>,
): Promise<FileReply> {
  let nameOf = (tillId: string) => tillId
  return exportList(ctx, 'salesByShift', how, {
    pages: async function* (tx) {
      nameOf = await namesFor(tx, ctx, how.language)
      yield await listShiftSales(tx, await splitScope(tx, scope), maxExported + 1)
    },
    cells: (row, voice) => ({
      businessDay: row.businessDay,
      tillName: nameOf(row.tillId),
      shift: row.no,
      openedAt: voice.moment(row.openedAt),
      openedBy: voice.name(row.openedBy),
      closedAt: voice.moment(row.closedAt),
      closedBy: voice.name(row.closedBy),
      salesCount: row.sales,
      refundCount: row.refunds,
      ...money(row),
      expected: row.expected,
      counted: row.counted,
      difference: row.difference,
    }),
  })
}
