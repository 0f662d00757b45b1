import { submissions } from '#server/features/forms/form.table.ts'
import { DeviceId } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers, testForm } from '#tests/support/forms/test-form.ts'
import type { Box } from '#tests/support/server.ts'

const health = { en: 'Illnesses', ar: 'أمراض' }

/** An application by Hind Al Mana that says something of a child's health, and whatever `more`; its id. */
export async function makeApplication(
  box: Box,
  school: TestSchool,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const form = testForm()
  for (const key of Object.keys(more))
    form.pages[0]?.sections[0]?.parts.push({ type: 'text', key, label: health, sensitivity: 'S3' })
  form.pages[0]?.sections[0]?.parts.push({ type: 'text', key: 'health', label: health, sensitivity: 'S3' })
  await publish(box, school, form, 'application')
  const { schoolId } = school
  const id = crypto.randomUUID()
  const at = toInstant(box.clock.nowMs())
  await box.db.database.tenant(schoolId, (tx) =>
    tx.insert(submissions).values({
      schoolId,
      id,
      reference: 'WWWWWWWW',
      slug: 'application',
      version: 1,
      purpose: 'admission',
      answers: { ...testAnswers, health: 'asthma', ...more },
      language: 'en',
      channel: 'public',
      senderId: DeviceId.parse(crypto.randomUUID()),
      startedAt: at,
      receivedAt: at,
      flags: [],
    }),
  )
  return id
}
