import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'
import { statementFormats, statementProblems } from './bank-line.contract.ts'

/** Import of a statement, with what became of its lines until now. */
export const BankImport = z.object({
  importId: Uuid,
  account: z.string(),
  format: z.enum(statementFormats),
  at: Instant,
  by: Colleague,
  /** `running` while lines with a certain payer wait to be booked. */
  state: z.enum(['running', 'stopped', 'done']),
  /** Lines that were read. */
  lines: z.int(),
  /** Lines that were there already. */
  known: z.int(),
  /** Lines with a certain payer, and how many of them are booked. */
  matched: z.int(),
  booked: z.int(),
  doubtful: z.int(),
  /** Money that left, and lines that a person set aside. */
  ignored: z.int(),
  /** Lines that were not read, by their number in the file; the first 200. */
  problems: z.array(z.object({ line: z.int(), problem: z.enum(statementProblems) })),
  problemCount: z.int(),
})
export type BankImport = z.infer<typeof BankImport>

/** Lists the latest 50 imports, and the accounts of all of them by name. @throws AppError access.denied */
export const bankImports = endpoint({
  method: 'get',
  path: '/fees/bank_imports',
  audience: 'session',
  body: Nothing,
  reply: z.object({ imports: z.array(BankImport), count: z.int(), accounts: z.array(z.string()) }),
})

/** Stops the booking of an import: what is booked stays, the other lines wait. @throws AppError access.denied, request.not-found */
export const stopBankImport = endpoint({
  method: 'post',
  path: '/fees/bank_import_stop',
  audience: 'session',
  body: z.object({ importId: Uuid }),
  reply: z.object({ import: BankImport }),
})

/** Goes on with the booking of a stopped import. @throws AppError access.denied, request.not-found */
export const resumeBankImport = endpoint({
  method: 'post',
  path: '/fees/bank_import_resume',
  audience: 'session',
  body: z.object({ importId: Uuid }),
  reply: z.object({ import: BankImport }),
})
