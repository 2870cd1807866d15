-- A second role for the running site, which can neither change tables nor rewrite the audit log. Run it with the role
-- that owns the tables (the one of npm run migrate, from then on used for migrations alone), connected to the site's
-- database; again after a restore into a new server or with --replace. Give it a password of its own: \password studio_run in psql.
CREATE ROLE studio_run LOGIN;
GRANT USAGE ON SCHEMA public TO studio_run;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO studio_run;
GRANT SELECT, USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA public TO studio_run;
-- The same for what later migrations add.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO studio_run;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, USAGE, UPDATE ON SEQUENCES TO studio_run;
-- The audit log is only ever added to, and forgets by its own rule.
REVOKE UPDATE, DELETE ON audit_log FROM studio_run;
GRANT EXECUTE ON FUNCTION prune_audit_log() TO studio_run;
-- It says in the console when the database and the code are of different releases.
REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM studio_run;
