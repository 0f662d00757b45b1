/** Four arches and a sun in the school's colour: a picture for a school that has none of its own. */
export const Arcade = ({ className }: { className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 480 320" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
    <rect width="480" height="320" fill="var(--brand-1)" />
    <circle cx="110" cy="84" r="40" fill="#f2b640" />
    <path d="M60 120h360v164H60z" fill="var(--surface)" />
    <path d="M60 120h360v12H60z" fill="var(--brand-2)" />
    {[86, 170, 254, 338].map((x) => (
      <g key={x}>
        <path d={`M${x} 284v-88a28 28 0 0 1 56 0v88z`} fill="var(--brand-6)" />
        <path d={`M${x + 9} 284v-84a19 19 0 0 1 38 0v84z`} fill="var(--brand-8)" />
        <circle cx={x + 28} cy="150" r="5" fill="#f2b640" />
      </g>
    ))}
    <path d="M0 284h480v36H0z" fill="var(--brand-2)" />
    <path d="M222 284h36l34 36H188z" fill="var(--brand-1)" />
  </svg>
)
