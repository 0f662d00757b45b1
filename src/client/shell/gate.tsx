// chunk: entry
import css from './layout/entry-layout.module.css'

const arches = [150, 122, 94, 66, 38]

const arch = (r: number): string => `M${200 - r} 420V${220 - r * 0.1}a${r} ${r} 0 0 1 ${2 * r} 0V420`

/** The product's picture: arches within arches, a gate that stands open. */
export const Gate = () => (
  <svg
    aria-hidden="true"
    className={css.gate}
    viewBox="0 0 400 420"
    fill="none"
    stroke="currentColor"
    preserveAspectRatio="xMidYMax meet"
  >
    {arches.map((r, depth) => (
      <path key={r} d={arch(r)} strokeWidth={1.5} opacity={0.3 + depth * 0.12} />
    ))}
    <path d={arch(38)} fill="currentColor" stroke="none" opacity={0.9} />
  </svg>
)
