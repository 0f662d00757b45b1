-- Two roles without a login. The server's own user switches into one of them for the length of a transaction:
-- app_tenant sees the rows of one school, app_directory only the list of schools. Rights on tables follow in migrate.ts.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['app_tenant', 'app_directory'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOBYPASSRLS', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- roles belong to the whole cluster: another database's server was quicker
      END;
    END IF;
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    EXCEPTION WHEN insufficient_privilege THEN
      NULL; -- made by someone else and perhaps granted by them; the server checks at start that it can switch
    END;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), wanted);
  END LOOP;
END $$;
