// chunk: screen
import { icon } from './icon.tsx'

export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const MinusIcon = icon(<path d="M5 12h14" />)
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const DeleteIcon = icon(<path d="M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 11v5M13.5 11v5" />)
export const UndoIcon = icon(<path d="M9 6 5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3" />, true)
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.5" />
    <path d="M5 20c.6-4 3.3-6 7-6s6.4 2 7 6" />
  </>,
)
export const CashIcon = icon(
  <>
    <rect x="3" y="6.5" width="18" height="11" rx="2" />
    <circle cx="12" cy="12" r="2.5" />
    <path d="M6.5 12h.01M17.5 12h.01" />
  </>,
)
export const CardIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="M3 10h18M7 15h3" />
  </>,
)
export const AccountIcon = icon(<path d="M4 8.5V17a2 2 0 0 0 2 2h13V8H6a2 2 0 0 1 0-4h11v4M15.5 13.5h.01" />)
export const PrintIcon = icon(<path d="M7 9V4h10v5M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3M7 14h10v6H7z" />)
export const WarnIcon = icon(<path d="M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.01" />)
export const SendIcon = icon(<path d="M12 19V6M6.5 11.5 12 6l5.5 5.5" />)
export const OfflineIcon = icon(
  <path d="M4 4l16 16M8.5 15.5a5 5 0 0 1 5-1.3M5.5 12a9 9 0 0 1 3.4-2.1M2.5 8.6A13 13 0 0 1 5.3 6.7M12 5a13 13 0 0 1 9.5 3.6M15.5 10.4a9 9 0 0 1 3 1.6M12 19v.01" />,
)
export const HeldIcon = icon(<path d="M5 4h11l3 3v13H5zM8.5 4v5h6V4M8.5 20v-6h7v6" />)
export const RefreshIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15" />)
export const DownloadIcon = icon(<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />)
