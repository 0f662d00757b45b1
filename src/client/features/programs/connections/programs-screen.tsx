import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsNav } from '#client/features/school/settings/settings-nav.tsx'
import { sessionAtom } from '#client/platform/session/session.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { hasScopedPermission } from '#shared/kernel/roles.ts'
import css from './programs.module.css'
import { TokenSection } from './token-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

interface ProgramsScreenProps {
  /** Export of the roster, which a higher domain shows. */
  Roster: ComponentType
}

/** How the school's other programs are let in and told what happens. */
export function ProgramsScreen({ Roster }: ProgramsScreenProps) {
  const { t } = useTranslation('programs')
  const { kind, user } = useAtomValue(sessionAtom)
  return (
    <>
      {hasScopedPermission(kind, user?.authority ?? [], 'school.settings') && <SettingsNav page="programs" />}
      <ListFrame title={t('title')}>
        <p className={common.softLine}>
          {t('text')}{' '}
          <Link to="/help/api" className={link.link}>
            {t('docs.link')}
          </Link>
        </p>
        <TokenSection />
        <WebhookSection />
        <div className={css.part}>
          <Roster />
        </div>
      </ListFrame>
    </>
  )
}
