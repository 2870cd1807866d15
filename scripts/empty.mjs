// Replaces `server-only` where there is no client bundle to protect (server/main.ts, scripts,
// jobs).
