-- expand: generations of the server, each begun by a restore from a copy
CREATE TABLE "server_generations" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"since" timestamptz NOT NULL,
	"cause" text NOT NULL,
	"data_as_of" timestamptz,
	"released_at" timestamptz,
	"database_id" text,
	CONSTRAINT "server_generations_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "server_generations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "server_generations_tenant" ON "server_generations" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY "server_generations_read" ON "server_generations" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (true);--> statement-breakpoint
ALTER TABLE "cash_series" ADD COLUMN "generation" uuid;--> statement-breakpoint
ALTER TABLE "cash_series" ADD COLUMN "jumped_from" integer;--> statement-breakpoint
ALTER TABLE "fee_series" ADD COLUMN "generation" uuid;--> statement-breakpoint
ALTER TABLE "fee_series" ADD COLUMN "jumped_from" integer;
