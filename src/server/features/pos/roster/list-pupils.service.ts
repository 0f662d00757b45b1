import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows, uuidList } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { searchWords } from '#shared/kernel/text/search.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LeaveReason } from '#shared/pos/leave-reason.rules.ts'

/** Pupil as the school's list shows them. */
export interface ListedPupil {
  customerId: CustomerId
  admissionNo: string
  name: Bilingual
  className: string
  classId: string | null
  birthDate: Day | null
  cardNo: string | null
  active: boolean
  leftOn: Day | null
  leaveReason: LeaveReason | null
  /** File whose place uses the account, the latest of several. */
  studentId: string | null
}

export interface PupilFilter {
  /** Words of names, admission number and class, or a whole card number. */
  text: string
  /** Undefined for all. */
  classIds: readonly string[] | undefined
  state: 'at-school' | 'left' | 'all'
  card: 'with' | 'without' | undefined
}

const columnsOf = (
  schoolId: string,
) => sql`c.id as "customerId", c.admission_no as "admissionNo", c.name, c.class_name as "className",
  c.class_id as "classId", c.birth_date::text as "birthDate", c.card_no as "cardNo", c.active,
  c.left_on::text as "leftOn", c.leave_reason as "leaveReason",
  (select p.student_id from pupil_accounts p where p.school_id = ${schoolId} and p.customer_id = c.id
    order by p.opened_at desc limit 1) as "studentId"`

/** Rows written by an earlier release have no search text: their words are folded as far as SQL can. */
const searched =
  sql.raw(`(coalesce(c.search_text, ' ' || lower(concat_ws(' ', c.name->>'en', c.name->>'ar', c.admission_no)))
  || ' ' || translate(lower(c.class_name), '-/._', '    '))`)

/** Short words are looked for where a word begins: a digit or a letter is inside of nearly everything. */
const sought = (word: string) => (word.length < 3 ? ` ${word}` : word)

function matching(schoolId: string, { text, classIds, state, card }: PupilFilter): SQL {
  const words = searchWords(text).map((word) => sql`position(${sought(word)} in ${searched}) > 0`)
  const isNamed = words.length === 0 ? sql`true` : sql`(${sql.join(words, sql` and `)} or c.card_no = ${text.trim()})`
  const isOfClass = classIds === undefined ? sql`true` : sql`c.class_id = any(${uuidList(classIds)})`
  const isState = state === 'all' ? sql`true` : state === 'left' ? sql`not c.active` : sql`c.active`
  const hasCard = card === undefined ? sql`true` : card === 'with' ? sql`c.card_no is not null` : sql`c.card_no is null`
  return sql`c.school_id = ${schoolId} and ${isNamed} and ${isOfClass} and ${isState} and ${hasCard}`
}

/** Lists pupils by class and number. @param after the last one of the page before; the first page also says how many there are */
export async function listPupils(
  tx: Tx,
  schoolId: string,
  filter: PupilFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: ListedPupil[]; next: string | null; count: number | null }> {
  const found = matching(schoolId, filter)
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(c.class_name, c.admission_no, c.id) > (
          select l.class_name, l.admission_no, l.id from customers l where l.school_id = ${schoolId} and l.id = ${after}::uuid)`
  const { rows } = await tx.execute<ListedPupil & Record<string, unknown>>(sql`
    select ${columnsOf(schoolId)} from customers c where ${found} and ${isAfter}
    order by c.class_name, c.admission_no, c.id limit ${limit + 1}`)
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? (shown.at(-1)?.customerId ?? null) : null
  if (after !== undefined) return { rows: shown, next, count: null }
  const { rows: counted } = await tx.execute<{ count: number | string }>(sql`
    select count(*) as count from customers c where ${found}`)
  return { rows: shown, next, count: Number(counted[0]?.count ?? 0) }
}

/** Returns one pupil. @throws AppError request.not-found */
export async function findPupil(tx: Tx, schoolId: string, customerId: CustomerId): Promise<ListedPupil> {
  const { rows } = await tx.execute<ListedPupil & Record<string, unknown>>(sql`
    select ${columnsOf(schoolId)} from customers c where c.school_id = ${schoolId} and c.id = ${customerId}::uuid`)
  const [pupil] = rows
  if (!pupil) throw new AppError('request.not-found', { field: 'customerId' })
  return pupil
}

/** Returns how many pupils at the school each of the classes has. */
export async function countByClass(
  tx: Tx,
  schoolId: string,
  classIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; count: number | string }>(sql`
    select class_id as id, count(*) as count from customers
    where school_id = ${schoolId} and active and class_id in (
      select (jsonb_array_elements_text(${jsonRows(classIds)}))::uuid)
    group by 1`)
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** Returns those of the pupils whose account is closed. */
export async function findInactive(tx: Tx, schoolId: string, ids: readonly CustomerId[]): Promise<CustomerId[]> {
  const { rows } = await tx.execute<{ id: CustomerId }>(sql`
    select id from customers where school_id = ${schoolId} and not active and id = any(${uuidList(ids)}) order by id`)
  return rows.map(({ id }) => id)
}

/** Returns whether anybody is in a class, those who have left too. */
export async function hasPupils(tx: Tx, schoolId: string, classId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from customers where school_id = ${schoolId} and class_id = ${classId}::uuid limit 1`)
  return rows.length > 0
}
