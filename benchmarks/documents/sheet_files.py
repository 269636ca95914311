"""Workbooks by openpyxl, XlsxWriter, xlwt and LibreOffice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from io import BytesIO

from benchmarks.documents.made import Recipe, converted, need
from benchmarks.documents.texts import notice, paragraphs, rows_of, table

Made = tuple[bytes, Sequence[str]]
OLD_EXCEL = "xls:MS Excel 97"


def recipes() -> list[Recipe]:
    """Return how workbooks are made."""
    return [
        Recipe("budget, openpyxl", "xlsx", lambda: budget(40, "xlsx")),
        Recipe("budget, LibreOffice from XLSX", "xls", lambda: budget(41, "xls")),
        Recipe("hidden sheet and formats, XlsxWriter", "xlsx", _formats),
        Recipe("hidden sheet and formats, LibreOffice from XLSX", "xls", _old_formats),
        Recipe("several sheets, openpyxl", "xlsx", _several),
        Recipe("several sheets, LibreOffice from XLSX", "xls", lambda: _again(_several(), OLD_EXCEL)),
        Recipe("table of an authority, xlwt", "xls", _xlwt),
        Recipe("long texts in cells, XlsxWriter", "xlsx", _texts),
        Recipe("long texts in cells, LibreOffice from XLSX", "xls", _old_texts),
        Recipe(
            "formulas with values, LibreOffice from XLSX",
            "xlsx",
            lambda: _formulas("xlsx:Calc MS Excel 2007 XML"),
        ),
        Recipe("formulas with values, LibreOffice from XLSX (XLS)", "xls", lambda: _formulas(OLD_EXCEL)),
    ]


def _again(made: Made, to: str) -> Made:
    return converted(made[0], "xlsx", to), made[1]


def budget(seed: int, ending: str) -> Made:
    """Return a budget with a merged headline and merged cells of a first column."""
    need("openpyxl")
    import openpyxl

    rows = table(random.Random(seed), 20)
    book = openpyxl.Workbook()
    sheet = book.active
    title = "2024年一般公共预算支出情况表"
    sheet["A1"] = title
    sheet.merge_cells("A1:E1")
    for row in rows:
        sheet.append([_typed(cell) for cell in row])
    for column, width in zip("ABCDE", (8, 20, 12, 20, 30), strict=True):
        sheet.column_dimensions[column].width = width
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = openpyxl.worksheet.properties.PageSetupProperties(fitToPage=True)
    out = BytesIO()
    book.save(out)
    # A number has as many decimals as it needs in the format "General".
    made = out.getvalue(), [title, *rows_of([[_general(cell) for cell in row] for row in rows])]
    return made if ending == "xlsx" else _again(made, OLD_EXCEL)


def _typed(cell: str) -> object:
    try:
        return int(cell) if cell.isdigit() else float(cell)
    except ValueError:
        return cell


def _general(cell: str) -> str:
    value = _typed(cell)
    return f"{value:.10g}" if isinstance(value, float) else cell


def _formats() -> Made:
    need("xlsxwriter")
    from xlsxwriter import Workbook  # type: ignore[import-untyped]

    out = BytesIO()
    lines = ["松岭县项目进度表", "项目 开工日期 完成率 投资（万元） 是否竣工"]
    with Workbook(out) as book:
        sheet = book.add_worksheet("进度")
        day, share = book.add_format({"num_format": "yyyy-mm-dd"}), book.add_format({"num_format": "0.0%"})
        money = book.add_format({"num_format": "#,##0.00"})
        for row, line in enumerate(lines):
            sheet.write_row(row, 0, line.split())
        for number in range(12):
            begun = date(2024, number % 12 + 1, 2 * number + 1)
            name = paragraphs(300 + number, 1)[0][:18]
            sheet.write(number + 2, 0, name)
            sheet.write_datetime(number + 2, 1, begun, day)
            sheet.write(number + 2, 2, 0.125 + number / 16, share)
            sheet.write(number + 2, 3, 1234.5 * (number + 1), money)
            sheet.write(number + 2, 4, "是" if number % 2 else "否")
            lines.append(
                f"{name} {begun} {0.125 + number / 16:.1%} {1234.5 * (number + 1):,.2f} {'是' if number % 2 else '否'}"
            )
        hidden = book.add_worksheet("字典")
        hidden.write_column(0, 0, ["是", "否", "隐藏的内容不应出现在正文里"])
        hidden.hide()
    return out.getvalue(), lines


def _old_formats() -> Made:
    return _again(_formats(), OLD_EXCEL)


def _several() -> Made:
    need("openpyxl")
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    lines = []
    for number in range(3):
        told = notice(50 + number, rows=15)
        sheet = book.create_sheet(f"附件{number + 1}")
        for row in ([told.title], *told.table):
            sheet.append(list(row))
        lines += [told.title, *rows_of(told.table)]
    out = BytesIO()
    book.save(out)
    return out.getvalue(), lines


def _xlwt() -> Made:
    need("xlwt")
    import xlwt

    told = notice(55, rows=40)
    book = xlwt.Workbook(encoding="utf-8")
    sheet = book.add_sheet("名单")
    sheet.write_merge(0, 0, 0, 4, told.title)
    for number, row in enumerate(told.table):
        for column, cell in enumerate(row):
            sheet.write(number + 1, column, cell)
    out = BytesIO()
    book.save(out)
    return out.getvalue(), [told.title, *rows_of(told.table)]


def _texts() -> Made:
    need("xlsxwriter")
    from xlsxwriter import Workbook

    out, lines = BytesIO(), ["问题 答复"]
    with Workbook(out) as book:
        sheet = book.add_worksheet()
        bold = book.add_format({"bold": True})
        sheet.write_row(0, 0, ["问题", "答复"])
        for number in range(10):
            first, second = paragraphs(320 + number, 2)
            sheet.write(number + 1, 0, f"{number + 1}．{first[:20]}？")
            sheet.write_rich_string(number + 1, 1, bold, second[:8], second[8:])
            lines.append(f"{number + 1}．{first[:20]}？ {second}")
    return out.getvalue(), lines


def _old_texts() -> Made:
    return _again(_texts(), OLD_EXCEL)


def _formulas(to: str) -> Made:
    need("openpyxl")
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["单位", "上半年", "下半年", "合计"])
    lines = ["单位 上半年 下半年 合计"]
    for number, row in enumerate(table(random.Random(60), 15)[1:], start=2):
        sheet.append([row[1], number * 13, number * 7, f"=B{number}+C{number}"])
        lines.append(f"{row[1]} {number * 13} {number * 7} {number * 20}")
    sheet.append(["总计", "", "", "=SUM(D2:D16)"])
    lines.append(f"总计 {20 * sum(range(2, 17))}")
    out = BytesIO()
    book.save(out)
    return _again((out.getvalue(), lines), to)
