import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { wordList } from '../contacts.ts'
import type { Scope } from '../scope.ts'

/** Selects the other children of a family: on the same form, of a guardian with the same address, or of the same home or payer. */
const siblings = ({ schoolId, studentId, all }: Scope): SQL => sql`
  select s.name_latin, s.name_arabic from students s
  where s.school_id = ${schoolId} and s.id <> ${studentId} and (
    s.submission_id = (select o.submission_id from students o where o.school_id = ${schoolId} and o.id = ${studentId})
    or s.id in (select g.student_id from student_guardians g where g.school_id = ${schoolId}
      and (lower(g.email) in ${wordList(all.emails)} or g.phone in ${wordList(all.phones)}))
    or s.id in (select h.student_id from fee_shares h where h.school_id = ${schoolId} and h.payer_id in (
      select p.payer_id from fee_shares p where p.school_id = ${schoolId} and p.student_id = ${studentId})))`

/** Returns the names of other children that may stand in the file of this one. */
export async function namesOfOthers(tx: Tx, scope: Scope): Promise<string[]> {
  const { schoolId, submissionIds, pruned, personIds, all } = scope
  const forms = [...submissionIds, ...pruned.map(({ submissionId }) => submissionId)]
  const { rows } = await tx.execute<{ name: string }>(sql`
    select n.name from (${siblings(scope)}) s, lateral (values (s.name_latin), (s.name_arabic)) n(name)
      where n.name is not null and n.name <> ''
    union select unnest(p.names) from persons p
      where p.school_id = ${schoolId} and p.kind = 'pupil' and (p.submission_id = any(${uuidList(forms)})
          or p.submission_id in (select f.submission_id from persons f where f.school_id = ${schoolId}
            and (lower(f.email) in ${wordList(all.emails)} or f.phone in ${wordList(all.phones)})))
        and p.id <> all(${uuidList(personIds)})`)
  return rows.map(({ name }) => name)
}
