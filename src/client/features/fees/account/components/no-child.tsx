// chunk: fees
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import link from '#client/ui/link.module.css'
import { Empty } from '#client/ui/tables/list-frame.tsx'

/** No file has this number: what may be wrong, and where a file is made. Fees are kept with the file of a child. */
export function NoChild({ number }: { number: string }) {
  const { t } = useTranslation('fees.desk')
  const may = useRights()
  return (
    <Empty title={t('noChild.title', { number })} text={t('noChild.text')}>
      <p>
        <Link to="/fees" className={link.link}>
          {t('noChild.find')}
        </Link>
        {may('pupils.see') && (
          <>
            {' · '}
            <Link to="/pupils" className={link.link}>
              {t('noChild.pupils')}
            </Link>
          </>
        )}
      </p>
    </Empty>
  )
}
