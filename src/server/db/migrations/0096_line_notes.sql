-- expand: what a cashier wrote to a line of a sale
ALTER TABLE "sale_lines" ADD COLUMN "note" text;
