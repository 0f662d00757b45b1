// chunk: fees
import { useTranslation } from 'react-i18next'
import type { BankImport } from '#shared/fees/bank/bank-import.contract.ts'
import css from '../account/components/fees.module.css'
import { ShownOf } from '../overview/components/shown-of.tsx'
import overview from '../overview/components/overview.module.css'

/** Lines of a file that were not read, each with its number and the reason. */
export function LineProblems({ problems, problemCount }: Pick<BankImport, 'problems' | 'problemCount'>) {
  const { t } = useTranslation('fees.bank')
  if (problems.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>{t('problems', { count: problemCount })}</summary>
      <ul className={overview.errors}>
        {problems.map(({ line, problem }) => (
          <li key={`${line} ${problem}`}>{t('problem.line', { line, why: t(`problem.${problem}`) })}</li>
        ))}
      </ul>
      <ShownOf shown={problems.length} count={problemCount} />
    </details>
  )
}
