"""Games on a board of squares: how they are drawn and spoken of."""

from sobremesa.picture.boards import plain, table, words
from sobremesa.picture.family import Family, add_family

add_family("boards", Family(
    svg=table.svg, ascii=plain.ascii, diagram=table.diagram, headline=words.headline,
    log_lines=words.log_lines, news=words.news, label=words.label, spoken=words.spoken,
))
