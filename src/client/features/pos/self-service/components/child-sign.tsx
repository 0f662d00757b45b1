import { Drawing } from '../../pictures/drawing.tsx'
import { signOf } from '../../pictures/sign.rules.ts'
import css from '../self-service.module.css'

/** The sign by which a child finds their own name. */
export function ChildSign({ customerId }: { customerId: string }) {
  const { shape, colour } = signOf(customerId)
  return (
    <span className={css.sign} style={{ background: colour }}>
      <Drawing name={`sign-${shape}`} />
    </span>
  )
}
