import { icon } from '#client/ui/icons/icon.tsx'

export const UpIcon = icon(<path d="M12 19V6M6.5 11.5 12 6l5.5 5.5" />)
export const DownIcon = icon(<path d="M12 5v13M6.5 12.5 12 18l5.5-5.5" />)
