import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '#client/ui/page-tabs.tsx'

/** The way between the catalogue and the stock of its items. */
export function CatalogueTabs() {
  const { t } = useTranslation('pos.stock')
  return (
    <PageTabs label={t('tabs.label')}>
      <li>
        <Link to="/catalogue" activeOptions={{ exact: true, includeSearch: false }}>
          {t('tabs.items')}
        </Link>
      </li>
      <li>
        <Link to="/catalogue/stock">{t('tabs.stock')}</Link>
      </li>
    </PageTabs>
  )
}
