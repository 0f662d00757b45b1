import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DeletedRows } from '#server/kernel/maintenance/deleted-rows.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { filesHolding } from '#tests/support/checks/find-bytes.ts'
import type { CitusCluster } from './citus-cluster.ts'
import type { ClonedSchool } from './clone-schools.ts'
import { pause } from './accidents.ts'

/** Stores a face at every school, deletes those of all but the first, and reads the files of all nodes. @returns what is wrong */
export async function deleteFaces(cluster: CitusCluster, schools: readonly ClonedSchool[]): Promise<string[]> {
  const engine = await openPostgres(cluster.url)
  try {
    const rows = new DeletedRows(engine.db, { isEmbedded: false, isDistributed: true, isNight: () => false })
    await rows.round()
    const faces = schools.map(({ schoolId }) => ({ schoolId, content: randomBytes(540).toString('base64') }))
    for (const { schoolId, content } of faces) {
      await engine.db.execute(sql`insert into face_templates (school_id, customer_id, id, pipeline, rotation_epoch, samples,
          content, is_ready, is_one_to_one, by, captured_at, enrolled_at, used_at, version)
        values (${schoolId}, ${crypto.randomUUID()}, ${crypto.randomUUID()}, 'p', 1, 3, ${content}, true, false, '{}',
          now(), now(), now(), 1)`)
    }
    const [kept, ...deleted] = faces
    for (const { schoolId, content } of deleted)
      await engine.db.execute(sql`delete from face_templates where school_id = ${schoolId} and content = ${content}`)
    const isInTables = ({ content }: { content: string }) =>
      filesHolding(cluster.folder, [content.slice(100, 300)]).some((path) => path.includes('/base/'))
    let there = deleted
    // A node may count what was deleted ten seconds later; rounds are every thirty.
    for (let round = 0; there.length > 0 && round < 10; round += 1) {
      await pause(3000)
      await rows.round()
      await engine.db.execute(sql`select run_command_on_all_nodes('checkpoint')`)
      there = deleted.filter(isInTables)
    }
    return [
      ...(kept && !isInTables(kept) ? ['the face of a school is gone that nobody deleted'] : []),
      ...there.map(({ schoolId }) => `a deleted face of ${schoolId} is in a file of its node`),
    ]
  } finally {
    await engine.close()
  }
}
