// chunk: screen
import { icon } from './icon.tsx'

export const LockIcon = icon(
  <>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </>,
)
export const SignOutIcon = icon(<path d="M14 5H6v14h8M10 12h10m0 0-3.5-3.5M20 12l-3.5 3.5" />, true)
export const NextIcon = icon(<path d="m9 6 6 6-6 6" />, true)
export const EraseIcon = icon(<path d="M9 5h11v14H9l-6-7 6-7ZM12 9.5l5 5M17 9.5l-5 5" />)
export const FaceIcon = icon(
  <>
    <path d="M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3" />
    <path d="M9 9.5v.01M15 9.5v.01M9 14.5a4 4 0 0 0 6 0" />
  </>,
)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
)
