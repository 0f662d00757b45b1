import { writeSheet } from '#server/features/lists/spreadsheet/write-sheet.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { scheduleColumnCodes, scheduleColumns } from '#shared/fees/setup/schedule-import.contract.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { toDecimalText } from '#shared/kernel/money.ts'
import type { SheetFormat, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { type FeeScheduleRow, feeSchedulesOf } from '../fee-schedule.service.ts'
import { rowWords } from './import-schedules.service.ts'
import { latestOf } from './latest-schedules.rules.ts'
import { pupilWords, type RowWords } from './schedule-row.rules.ts'

const sheetName = { en: 'Fee schedules', ar: 'جداول الرسوم' } as const

/** Returns the schedules of a year as a file that can be imported again; without any the headings. */
export async function exportSchedules(
  ctx: SessionCtx,
  { year, language, format }: { year: number; language: Language; format: SheetFormat },
): Promise<FileReply> {
  const { schoolId } = ctx.school
  const rows = await ctx.tenant(async (tx) => {
    const words = await rowWords(tx, schoolId)
    return latestOf(await feeSchedulesOf(tx, schoolId, year)).flatMap((each) => rowsOf(each, words, language))
  })
  const columns = scheduleColumnCodes.map((code) => ({ head: scheduleColumns[code][language], kind: 'text' as const }))
  const sheet = { name: sheetName[language], isRightToLeft: language === 'ar', columns }
  return {
    name: `fee-schedules-${year}.${format}`,
    kind: format,
    bytes: await writeSheet(sheet, pagesOf(rows), format),
  }
}

async function* pagesOf(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  if (rows.length > 0) yield await Promise.resolve(rows)
}

function rowsOf(schedule: FeeScheduleRow, { currency, grades }: RowWords, language: Language): SheetRow[] {
  const { campus, stream, pupils, lines } = schedule
  const nameOf = (code: string) => {
    const name = grades.find((each) => each.code === code)?.name ?? code
    return typeof name === 'string' ? name : name[language]
  }
  const names = schedule.grades.map(nameOf).join(language === 'ar' ? '، ' : ', ')
  return lines.map(({ component, amount, approvedAmount }) => [
    names,
    pupilWords[pupils][language],
    campus,
    stream,
    component,
    toDecimalText(amount, currency),
    approvedAmount === null ? null : toDecimalText(approvedAmount, currency),
  ])
}
