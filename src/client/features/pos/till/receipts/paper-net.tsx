import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './paper-net.module.css'

/** Only a class can catch what its children throw while they are drawn. */
class Net extends Component<{ instead: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

/**
 * A paper that cannot be drawn takes nothing along with it: what it is about was saved before, and the next customer waits.
 * `what` is how people call it.
 */
export function PaperNet({ what, children }: { what: string; children: ReactNode }) {
  const { t } = useTranslation('pos.till')
  const instead = (
    <p className={css.instead} role="alert">
      {t('receipt.cannotShow', { what })}
    </p>
  )
  return (
    <Net key={what} instead={instead}>
      {children}
    </Net>
  )
}
