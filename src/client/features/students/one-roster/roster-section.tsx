import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import link from '#client/ui/link.module.css'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { exportOneRoster } from '#shared/students/pupils/one-roster.contract.ts'

const saveRoster = async (withBirthDates: boolean) => saveFile(await ask(exportOneRoster, { withBirthDates }))

/** The school's classes and pupils for other programs, as OneRoster; for who sees pupils. */
export function RosterSection() {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const { kind, user } = useAtomValue(sessionAtom)
  const [withBirthDates, setWithBirthDates] = useState(false)
  const { mutate, isPending, error } = useMutation(saveRoster)
  if (!hasScopedPermission(kind, user?.authority ?? [], 'pupils.see')) return null
  return (
    <section className={common.stack} aria-labelledby="programs-roster">
      <h2 id="programs-roster" className={common.heading}>
        {t('roster.title')}
      </h2>
      <p className={common.softLine}>
        {t('roster.text')}{' '}
        <Link to="/pupils" className={link.link}>
          {t('roster.import')}
        </Link>
      </p>
      <CheckboxField label={t('roster.birthDates')} checked={withBirthDates} onChange={setWithBirthDates} />
      <div>
        <Button isWorking={isPending} onClick={() => void mutate(withBirthDates)}>
          {t('roster.export')}
        </Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </section>
  )
}
