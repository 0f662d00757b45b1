import { staffNames } from '#server/features/identity/sessions/people.service.ts'
import type { School } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { parseDecimalText } from '#shared/kernel/money.ts'
import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import { holdersFound } from '#shared/pos/holders-found.rules.ts'
import type { TransactionFilter } from '#shared/pos/reports/transaction-filter.contract.ts'
import { findPupils } from '../accounts/customer.service.ts'
import type { Sought, TransactionKeys } from './transaction-keys.ts'

type Asked = Pick<TransactionKeys, 'schoolId' | 'from' | 'until' | 'till' | 'paidWith' | 'sought'>

/**
 * Reads what a filter means in this school: days from the first to the last, and whom and what its text finds.
 * @throws AppError request.invalid where the days end before they begin
 */
export async function readTransactionFilter(
  tx: Tx,
  { schoolId, currency }: Pick<School, 'schoolId' | 'currency'>,
  { day, lastDay, till, paidWith, text }: TransactionFilter,
): Promise<Asked> {
  const until = lastDay ?? day
  if (day !== undefined && until !== undefined && until < day) {
    throw new AppError('request.invalid', { field: 'lastDay' })
  }
  const words = searchWords(text ?? '')
  const asked = { schoolId, from: day, until, till, paidWith }
  if (text === undefined || words.length === 0) return asked
  const sought: Sought = {
    receipt: text.trim().toLowerCase(),
    customerIds: holdersFound([...(await findPupils(tx, schoolId)).values()], text).map(({ id }) => id),
    cashierIds: (await staffNames(tx, schoolId)).flatMap(({ id, name }) =>
      matchScore(foldText(`${name.en} ${name.ar}`), words) > 0 ? [id] : [],
    ),
    amount: parseDecimalText(text, currency),
  }
  return { ...asked, sought }
}
