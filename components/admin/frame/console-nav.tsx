import { useTranslations } from 'next-intl'
import { CalendarIcon, CreateIcon, InboxIcon, MoreIcon, TodayIcon } from './icons'
import { MorePlaces, type NamedPlace } from './more-places'
import { PlaceLink } from './place-link'

const PLACES = ['today', 'calendar', 'create', 'inbox'] as const
type Place = (typeof PLACES)[number]

type Props = {
  studioName: string
  /** Those that the role may see. */
  places: Partial<Record<Place, NamedPlace>>
  /** Messages that nobody has answered. */
  waiting: number
  more: readonly NamedPlace[]
  /** The login page in the page's language. */
  exit: string
  /** Signed in on a device of their own. */
  trusted: boolean
}

const ICONS = {
  today: TodayIcon,
  calendar: CalendarIcon,
  create: CreateIcon,
  inbox: InboxIcon,
}

/** The console's places: a bar at the bottom of a phone, a column from 64rem on. */
export function ConsoleNav({ studioName, places, waiting, more, exit, trusted }: Props) {
  const t = useTranslations('admin.frame')
  return (
    <nav aria-label={t('places')} className="console-nav">
      <p className="px-3 pt-1 pb-3 font-display font-semibold max-lg:hidden">{studioName}</p>
      <ul className="console-places">
        {PLACES.map((name) => {
          const [place, Icon] = [places[name], ICONS[name]]
          if (!place) return null
          return (
            <li key={name}>
              <PlaceLink href={place.href}>
                <span className="relative lg:static">
                  <Icon className="size-5" />
                  {name === 'inbox' && waiting > 0 && <Count>{waiting}</Count>}
                </span>
                <span>{place.name}</span>
              </PlaceLink>
            </li>
          )
        })}
        <li className="lg:hidden">
          <button type="button" popoverTarget="console-more" className="console-place">
            <MoreIcon className="size-5" />
            <span>{t('more')}</span>
          </button>
        </li>
      </ul>
      <MorePlaces places={more} exit={exit} trusted={trusted} />
    </nav>
  )
}

const Count = ({ children }: { children: number }) => (
  <span className="figures absolute -top-2 left-3 min-w-4 lg:inset-y-0 lg:right-3 lg:left-auto lg:my-auto lg:h-4 rounded-full bg-onair px-1 text-xs leading-4 font-semibold text-ink">
    {Math.min(children, 99)}
  </span>
)
