// Presentation attributes only: a style element or attribute would need an exception in the content security policy.

/** An eight-pointed star of light (nūr) over a doorway. */
export const alnoorLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Al Noor">
  <rect width="64" height="64" rx="14" fill="#0f766e"/>
  <path d="M20 54V34a12 12 0 0 1 24 0v20h-6V34a6 6 0 0 0-12 0v20z" fill="#ffffff"/>
  <g fill="#fcd34d">
    <rect x="27" y="7" width="10" height="10"/>
    <rect x="27" y="7" width="10" height="10" transform="rotate(45 32 12)"/>
  </g>
</svg>
`

/** A lighthouse (manāra) above two waves. */
export const manaraLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Manara">
  <rect width="64" height="64" rx="14" fill="#3949ab"/>
  <path d="M28 18h8l4 30H24z" fill="#ffffff"/>
  <path d="M26 10l6-5 6 5v6H26z" fill="#ffca28"/>
  <path d="M22 13L8 9v8zM42 13l14-4v8z" fill="#ffca28"/>
  <path d="M8 52q6-5 12 0t12 0 12 0 12 0v4q-6 4-12 0t-12 0-12 0-12 0z" fill="#9fa8da"/>
</svg>
`
