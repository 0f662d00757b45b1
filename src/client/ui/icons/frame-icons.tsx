// chunk: desk-frame
import { icon } from './icon.tsx'

export const HomeIcon = icon(<path d="M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5" />)
/** A chair from its side. */
export const SeatIcon = icon(<path d="M7 4v10h10M7 14v6M17 14v6M7 10h7a3 3 0 0 1 3 3v1" />)
/** A pen. */
export const LetterIcon = icon(<path d="M4.5 19.5 6 15 16 5a2.1 2.1 0 0 1 3 3L9 18l-4.5 1.5ZM14 7l3 3M13 19.5h6.5" />)
/** A till's slip, torn off below. */
export const ReceiptIcon = icon(<path d="M6 3.5h12V20l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5" />)
/** A folder. */
export const FolderIcon = icon(<path d="M3.5 6h6l2 2.5h9V19h-17zM3.5 11h17" />)
/** Bars beside each other, lying. */
/** A line that beats: how the server does. */
export const HelpIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.8v.2" />
  </>,
)
export const PulseIcon = icon(<path d="M3 12h4l2.5-6 4 12 2.5-6h5" />)
export const BarsIcon = icon(<path d="M4 4v16M7 7h12M7 12h8M7 17h10" />)
/** A form that is begun. */
export const NewFormIcon = icon(<path d="M6 3h12v9M6 3v18h7M9.5 8h5M17 15v6M14 18h6" />)
export const MailIcon = icon(<path d="M4 6h16v12H4zM4.5 7l7.5 6 7.5-6" />)
export const GroupIcon = icon(
  <>
    <circle cx="8.5" cy="9" r="3" />
    <circle cx="16.5" cy="10" r="2.3" />
    <path d="M3 19c.4-3.3 2.5-5 5.5-5s5.1 1.7 5.5 5M15.5 14.6c2.8-.3 5 1.2 5.5 4.4" />
  </>,
)
export const HeldChargeIcon = icon(
  <>
    <rect x="3" y="6" width="18" height="12" rx="2" />
    <path d="M3 10h18M10 13.5v2.5M14 13.5v2.5" />
  </>,
)
/** Coins, one on the other. */
export const FeesIcon = icon(
  <>
    <ellipse cx="12" cy="6.5" rx="7" ry="2.7" />
    <path d="M5 6.5v5.5c0 1.5 3.1 2.7 7 2.7s7-1.2 7-2.7V6.5M5 12v5.5c0 1.5 3.1 2.7 7 2.7s7-1.2 7-2.7V12" />
  </>,
)
/** Points to where the nav goes when it is made narrow. */
export const CollapseIcon = icon(<path d="M19 5v14M14.5 7.5 10 12l4.5 4.5M10 12h-5" />, true)
export const PreviousRowIcon = icon(<path d="m6 15 6-6 6 6" />)
export const NextRowIcon = icon(<path d="m6 9 6 6 6-6" />)
export const OpenListIcon = icon(<path d="m6 9 6 6 6-6" />)
export const PaletteIcon = icon(
  <>
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.4 0 1.9-.9 1.5-2-.5-1.4.3-2.5 1.7-2.5h2c1.9 0 3.3-1.5 3.3-3.6 0-5-3.8-8.9-8.5-8.9Z" />
    <path d="M8 10v.01M11 7.5v.01M15 8v.01" />
  </>,
)
export const KeyboardIcon = icon(
  <>
    <rect x="3" y="6.5" width="18" height="11" rx="2" />
    <path d="M7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8" />
  </>,
)
