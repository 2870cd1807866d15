import {
  AudioLines,
  BookOpen,
  Camera,
  Clapperboard,
  Globe,
  Headphones,
  type LucideIcon,
  Mic,
  Music,
  Podcast,
  RadioTower,
  Smartphone,
  Users,
  Video,
  Wrench,
} from 'lucide-react'

// The administrator's font classes ("fas fa-microphone") and their icons; an unknown one is a
// microphone (docs/decisions/020 G10).
const GLYPHS: Record<string, LucideIcon> = {
  'book-open': BookOpen,
  'broadcast-tower': RadioTower,
  camera: Camera,
  film: Clapperboard,
  globe: Globe,
  headphones: Headphones,
  'headphones-alt': Headphones,
  microphone: Mic,
  'mobile-alt': Smartphone,
  'mobile-screen': Smartphone,
  music: Music,
  podcast: Podcast,
  'tower-broadcast': RadioTower,
  tools: Wrench,
  'screwdriver-wrench': Wrench,
  'user-friends': Users,
  'user-group': Users,
  users: Users,
  video: Video,
  'video-camera': Video,
  'wave-square': AudioLines,
  waveform: AudioLines,
}

export function ServiceIcon({ icon, className }: { icon: string; className?: string }) {
  const Glyph = GLYPHS[/fa-([a-z-]+)\s*$/.exec(icon)?.[1] ?? ''] ?? Mic
  return <Glyph aria-hidden="true" {...(className && { className })} />
}
